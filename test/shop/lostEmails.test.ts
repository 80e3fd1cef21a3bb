import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MailRefused } from '../../server/core/ports/mailPort.ts';
import { listOpen } from '../../server/runtime/alerts.ts';
import { DAY_MS, HOUR_S, MINUTE_S } from '../../shared/model/time.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
/** `answer`: response of the mail server. `tries`: number of attempts to send. */
let answer: () => Error | null;
let tries: number;
let logged: string[];
beforeEach(async () => {
  [answer, tries, logged] = [() => null, 0, []];
  shop = await openOperator({
    logEvent: (event, facts) => void logged.push(JSON.stringify([event, facts])),
    async acceptMail({ to }) {
      tries++;
      const failure = answer();
      if (failure) throw Object.assign(failure, { message: `${failure.message}: ${to}` });
    },
  });
});
afterEach(() => shop.close());

const LOST = 'a letter could not be delivered';
const openJobs = async () => {
  const rows = await shop.store.db.selectFrom('outbox').select('kind').where('done_at', 'is', null).execute();
  return rows.map(({ kind }) => kind).filter(kind => kind.startsWith('mail-'));
};
/** Moves the jobs of the emails into the past, because advancing the clock by a day would take half a minute. */
const waitingFor = (ms: number) =>
  shop.store.db
    .updateTable('outbox')
    .set(eb => ({ first_due_at: eb('first_due_at', '-', ms) }))
    .where('done_at', 'is', null)
    .execute();
const saysNothingPersonal = () => {
  expect(logged.join('\n')).not.toMatch(/example\.org|Ada|Lovelace/);
};

describe('A letter to a mailbox that does not exist', () => {
  beforeEach(() => {
    answer = () => new MailRefused('no such mailbox');
  });

  it('is tried once, and somebody is told once, also after the next letters and a restart', async () => {
    const ordered = await shop.charging();
    await shop.pass(1);
    expect([tries, await openJobs(), await shop.attention()]).toEqual([1, [], [LOST]]);
    await shop.pass(HOUR_S);
    await shop.restart();
    await shop.pass(MINUTE_S);
    expect(tries).toBe(1);
    await billed(shop, ordered);
    await shop.pass(HOUR_S);
    expect([tries, await openJobs(), await shop.attention()]).toEqual([2, [], [LOST]]);
    saysNothingPersonal();
  });

  it('does not count as sent: the driver may ask for it again, and the console says what became of it', async () => {
    const ordered = await shop.charging();
    await billed(shop, ordered);
    await shop.pass(1);
    const receipt = { receipt: ordered.sessionId };
    expect((await shop.operator.getReceipt(receipt)).mail).toBe('offered');
    answer = () => null;
    await shop.operator.sendReceipt(receipt);
    await shop.pass(1);
    expect((await shop.operator.getReceipt(receipt)).mail).toBe('sent');
    expect(shop.emails).toHaveLength(1);
  });
});

describe('A letter that the mail server does not take now', () => {
  const busy = () => new Error('450 try again later');

  it('is tried again although it has waited for days while the app was down', async () => {
    answer = busy;
    await shop.charging();
    await waitingFor(5 * DAY_MS);
    await shop.pass(1);
    expect(tries).toBeGreaterThan(0);
    expect(await shop.attention()).toEqual([]);
    answer = () => null;
    await shop.pass(MINUTE_S);
    expect([shop.emails.length, await openJobs()]).toEqual([1, []]);
  });

  it('is tried often at first, then once an hour, and sent once', async () => {
    answer = busy;
    await shop.charging();
    await shop.pass(HOUR_S / 2);
    expect(tries).toBeGreaterThan(11);
    const early = tries;
    expect(await shop.attention()).toEqual(['mail-started fails']);
    await shop.pass(3 * HOUR_S);
    expect(tries - early).toBeLessThan(5);
    answer = () => null;
    await shop.pass(2 * HOUR_S);
    expect([shop.emails.length, await openJobs()]).toEqual([1, []]);
  });

  it('comes to an end after four days: somebody is told so instead, and it is tried no more', async () => {
    answer = busy;
    await shop.charging();
    await shop.pass(HOUR_S);
    await waitingFor(3.9 * DAY_MS);
    await shop.pass(HOUR_S);
    expect(await openJobs()).toEqual(['mail-started']);
    await waitingFor(DAY_MS / 10);
    await shop.pass(HOUR_S);
    expect(await openJobs()).toEqual([]);
    const before = tries;
    expect(await shop.attention()).toEqual(['mail-started fails', LOST]);
    expect((await listOpen(shop.store.db)).map(({ facts }) => facts.why)).toEqual([LOST]);
    await shop.pass(3 * HOUR_S);
    expect(tries).toBe(before);
    saysNothingPersonal();
  });
});
