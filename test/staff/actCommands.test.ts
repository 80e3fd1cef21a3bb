import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import type { Audit } from '../../shared/console/audit.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
let ordered: Ordered;
let transaction: string;
beforeEach(async () => {
  shop = await openOperator();
  ordered = await shop.charging();
  transaction = String((await shop.session(ordered)).number);
});
afterEach(() => shop.close());

const WHO = 'Petra Lindqvist';
const runWith = (name: string, options: Readonly<Record<string, string>>) =>
  runCommand({ store: shop.store, now: shop.clock.now() }, { name, options });
const run = async (name: string, options: Readonly<Record<string, string>>) => (await runWith(name, options))?.lines.join('\n');
const audited = async () =>
  (await shop.store.db.selectFrom('operator_acts').selectAll().orderBy('id').execute()).map(
    ({ who, does, is_done: isDone, reason }) => [who, does, isDone, reason],
  );

describe('By command, as at the console', () => {
  it('a driver’s contact is told with a reason, and the audit knows to whom', async () => {
    const [, email = ''] = (await run('see-contact', { transaction, reason: 'Lost the cable', who: WHO }))?.split('\n') ?? [];
    expect(email).toContain('@');
    expect((await runWith('see-contact', { transaction, reason: 'Again', who: WHO }))?.data).toMatchObject({ email });
    await expect(run('see-contact', { transaction, who: WHO })).rejects.toThrow('Missing --reason');
    expect(await audited()).toEqual([
      [WHO, 'see-contact', 1, 'Lost the cable'],
      [WHO, 'see-contact', 1, 'Again'],
    ]);
  });

  it('what needs somebody is taken on by name, while it is open', async () => {
    shop.stations.trouble('read', ...Array.from({ length: 400 }, () => 'unheard' as const));
    await shop.pass(3700);
    const [, id = ''] = /^(\d+) /m.exec((await run('attention', {})) ?? '') ?? [];
    expect(await run('take-on', { attention: id, who: WHO })).toContain(`Alert ${id} is assigned to ${WHO}`);
    expect(await audited()).toEqual([[WHO, 'take-on', 1, '']]);
    await run('done', { attention: id, reason: 'Repaired', who: WHO });
    await expect(run('take-on', { attention: id, who: WHO })).rejects.toThrow('The alert is already closed.');
  });

  it('a driver is forgotten by the transaction where the secret is not at hand, which only an address needs', async () => {
    const secret = () => {
      throw new Error('SECRET is required');
    };
    const dependencies = { store: shop.store, now: shop.clock.now(), secret };
    const forget = (whose: Readonly<Record<string, string>>) =>
      runCommand(dependencies, { name: 'forget', options: { ...whose, who: WHO } });
    expect((await forget({ transaction }))?.lines.join()).toContain('Contact details deleted');
    await expect(forget({ email: 'ada@example.org' })).rejects.toThrow('SECRET is required');
  });

  it('a driver who is forgotten by an address is not named in the audit', async () => {
    expect(await run('forget', { email: 'ada@example.org', who: WHO })).toContain('Contact details deleted');
    expect(await audited()).toEqual([[WHO, 'forget', 1, '']]);
    const rows = await shop.store.db.selectFrom('operator_acts').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('example.org');
  });

  it('a refund that is typed again, as when its answer was lost, gives nothing back twice', async () => {
    await shop.pass(600);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
    await shop.pass(0);
    const typed = { transaction, amount: '2.00', reason: 'Stopped twice', who: WHO };
    await run('refund', typed);
    await shop.pass(60);
    await expect(run('refund', typed)).rejects.toThrow('This refund is already done');
    await shop.pass(60);
    expect(shop.payments.truth(ordered.ref).refundedMinor).toBe(200);
    await run('refund', { ...typed, reason: 'And for the wait' });
    await shop.pass(60);
    await run('refund', { ...typed, who: 'Jonas Weber' });
    await shop.pass(60);
    expect(shop.payments.truth(ordered.ref).refundedMinor).toBe(600);
  });

  it('a refund stands there with its amount, in the transaction that asks for it', async () => {
    await shop.pass(600);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
    await shop.pass(0);
    const options = { transaction, amount: '5.00', reason: 'Stopped twice', who: WHO };
    await run('refund', options);
    const found = (await runWith('audit', { is: 'money' }))?.data as Audit | undefined;
    expect(found?.lines).toMatchObject([
      {
        who: WHO,
        does: 'refund',
        number: Number(transaction),
        isDone: true,
        amount: { amountMinor: 500, currency: 'EUR' },
        reason: 'Stopped twice',
      },
    ]);
  });
});
