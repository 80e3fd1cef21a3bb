import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import { writeAudit } from '../../server/store/jobs/audit.ts';
import { linesOf } from '../support/commandLines.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

const run = async (name: string, options: Readonly<Record<string, string>> = {}) =>
  (await linesOf({ store: shop.store, now: shop.clock.now() }, name, { who: 'Petra Lindqvist', ...options })).join('\n');
async function charged(): Promise<Ordered> {
  const ordered = await shop.charging();
  await shop.pass(600);
  await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
  await shop.pass(0);
  return ordered;
}

describe('A person who looks after the shop', () => {
  it('sees the newest sessions and their money, and nothing that is personal or opens anything', async () => {
    const ordered = await charged();
    const { number, id, watchId, orderId } = await shop.session(ordered);
    const text = await run('list');
    expect(text).toMatch(new RegExp(`${number} .* DE\\*BLF\\*E1001\\*1 +completed +captured +80.00 +8.53 +0.00 +EUR`));
    for (const secret of [id, watchId, orderId, 'Ada', 'ada@example.org']) expect(text).not.toContain(secret);
    await charged();
    expect((await run('list', { limit: '1' })).split('\n')).toHaveLength(2);
  });

  it('has what programs read in figures: sessions, one of them, and what is open', async () => {
    const readJson = async (name: string, options: Readonly<Record<string, string>> = {}) =>
      JSON.parse(
        JSON.stringify((await runCommand({ store: shop.store, now: shop.clock.now() }, { name, options }))?.data),
      ) as unknown;
    expect(await readJson('list')).toEqual([]);
    const ordered = await charged();
    const { number } = await shop.session(ordered);
    const money = { heldMinor: 8000, chargedMinor: 853, refundedMinor: 0, currency: 'EUR' };
    expect(await readJson('list')).toMatchObject([
      { transaction: number, evseId: 'DE*BLF*E1001*1', payment: 'captured', ...money },
    ]);
    expect(await readJson('show', { transaction: String(number) })).toMatchObject({
      ...{ transaction: number, state: 'completed', isFinal: true, priceMinor: 853, maxMinor: 8000, currency: 'EUR' },
      ...{ lastReported: { energyWh: 17_408 }, review: null },
    });
    expect(await readJson('attention')).toEqual([]);
    const facts = { why: 'capture fails', reason: 'no answer' };
    await shop.store.inTransaction(trx =>
      writeAudit(trx, { at: shop.clock.now(), what: 'attention', subjectId: ordered.orderId, facts }),
    );
    const open = { transaction: number, what: 'capture fails', reason: 'no answer', done: null };
    expect(await readJson('attention')).toMatchObject([{ ...open, advice: expect.stringMatching(/.{20}/) }]);
    expect(await run('attention')).toMatch(new RegExp(`${number} +capture fails +no answer`));
  });

  it('gives money back by the transaction number, and sees it done', async () => {
    const { number } = await shop.session(await charged());
    const options = { transaction: String(number), amount: '5,00', reason: 'Stopped twice' };
    expect(await run('refund', options)).toContain('5.00 of transaction');
    await shop.pass(5);
    expect(await run('list')).toMatch(/8\.53 +5\.00/);
    await expect(run('refund', { ...options, amount: 'five' })).rejects.toThrow(/Invalid/);
    await expect(run('refund', { ...options, amount: '3.54' })).rejects.toThrow(/At most 3.53 EUR/);
    await expect(run('refund', { amount: '1' })).rejects.toThrow(/No session/);
  });

  it('goes on behind the numbers of documents that a backup does not know, and never back', async () => {
    await charged();
    const [first = ''] = await shop.documents();
    expect(await run('pass-over', { document: first.replace(/\d{6}$/, '000057') })).toContain('number 58');
    expect(await run('pass-over', { document: first })).toContain('number 58');
    await charged();
    expect((await shop.documents()).map(number => number.slice(-6))).toEqual(['000001', '000058']);
    for (const document of ['', 'X-BLA-2026-000001', 'R-BLA-26-1'])
      await expect(run('pass-over', { document })).rejects.toThrow(/Invalid/);
  });

  it('is told what needs attention, by the transaction it is about', async () => {
    expect(await run('attention')).toBe('No open alerts.');
    const ordered = await charged();
    const { number } = await shop.session(ordered);
    shop.payments.change(ordered.ref, { refundedMinor: 800 });
    await run('refund', { transaction: String(number), amount: '1.00', reason: 'Goodwill' });
    await shop.pass(3600);
    expect(await run('attention')).toMatch(new RegExp(`${number} +refund fails +more than is left`));
    expect(await run('attention', { days: '1' })).toContain('refund fails');
  });

  it('is told what there is to do about it, once for each kind', async () => {
    for (const ordered of [await charged(), await charged()]) {
      shop.payments.change(ordered.ref, { refundedMinor: 100 });
      await shop.operator.onProviderNotice(ordered.ref);
    }
    const lines = (await run('attention')).split('\n');
    expect(lines.filter(line => line.includes('refunded at the provider'))).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/^refunded at the provider: .*`refund`/);
  });

  const openIds = async (): Promise<string[]> =>
    (await run('attention')).split('\n').flatMap(line => /^(\d+) /.exec(line)?.[1] ?? []);

  it('ticks off what has been seen to, with a reason that stays', async () => {
    for (const ordered of [await charged(), await charged()]) {
      shop.payments.change(ordered.ref, { refundedMinor: 100 });
      await shop.operator.onProviderNotice(ordered.ref);
    }
    const [first = '', second = ''] = await openIds();
    expect(await shop.operator.counts()).toMatchObject({
      attention: 2,
      attentionKinds: { 'refunded at the provider': 2 },
    });
    for (const wrong of [
      { attention: first },
      { attention: '', reason: 'x' },
      { attention: 'all', reason: 'x' },
      { attention: `${first} 999`, reason: 'x' },
    ])
      await expect(run('done', wrong)).rejects.toThrow(RangeError);
    expect(await openIds()).toEqual([first, second]);

    expect(await run('done', { attention: first, reason: 'Booked by hand' })).toContain(first);
    expect(await openIds()).toEqual([second]);
    expect(await shop.operator.counts()).toMatchObject({ attention: 1 });
    await expect(run('done', { attention: first, reason: 'Again' })).rejects.toThrow(`Alert ${first} is not open`);
    expect(await run('attention', { all: 'true' })).toMatch(new RegExp(`^${first} .*UTC: Booked by hand$`, 'm'));
    expect(await run('attention', { all: 'true' })).toMatch(new RegExp(`^${second} .* open$`, 'm'));

    await run('done', { attention: second, reason: 'Booked by hand' });
    expect(await run('attention')).toBe('No open alerts.');
    expect(await shop.operator.counts()).toMatchObject({ attention: 0, attentionKinds: {} });
  });

  it('is not bothered with what asks nothing, but finds it among everything', async () => {
    const ordered = await shop.charging();
    await shop.pass(60);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 900 });
    await shop.pass(5);
    expect(await run('attention')).toBe('No open alerts.');
    expect(await shop.operator.counts()).toMatchObject({ attention: 0 });
    expect(await run('attention', { all: 'true' })).toMatch(/below the smallest capture: waived .*no action needed$/m);
  });

  it('is told again when it happens anew, and not while it is still the same', async () => {
    const ordered = await shop.charging();
    shop.stations.trouble('read', ...Array.from({ length: 400 }, () => 'unheard' as const));
    await shop.pass(3700);
    expect(await run('attention')).toContain('station silent while charging');
    await run('done', { attention: (await openIds()).join(' '), reason: 'The station is being repaired' });
    await shop.pass(3600);
    expect(await run('attention')).toBe('No open alerts.');
    await shop.stations.meter(ordered.authorizationReference, {
      at: shop.clock.now(),
      energyWh: 5000,
      powerW: 11_000,
      isCharging: true,
    });
    await shop.pass(3700);
    expect(await run('attention')).toContain('station silent while charging');
    expect(await openIds()).toHaveLength(1);
  });

  it('sees how long a job that cannot be done has been due, not how long ago the last try was', async () => {
    expect((await shop.operator.counts()).outbox).toEqual({ depth: 0, oldestAt: null, overdueS: 0, overdueKindsS: {} });
    shop.payments.trouble('capture', ...Array.from({ length: 40 }, () => 'unheard' as const));
    const ordered = await shop.charging();
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
    await shop.pass(600);
    const { outbox: delayed, unsettledS } = await shop.operator.counts();
    expect(delayed.overdueS).toBeGreaterThanOrEqual(590);
    expect(delayed.overdueKindsS).toEqual({ capture: delayed.overdueS });
    expect(unsettledS).toBeGreaterThanOrEqual(600);
  });
});
