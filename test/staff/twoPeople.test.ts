import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accountIn, nameIn } from '../../server/adapters/openId/claims.ts';
import { saveRefundLimits } from '../../server/shop/payments/refundLimits.ts';
import { isSameName } from '../../server/shop/payments/samePerson.ts';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { isRefundPending, listRefunds } from '../../server/store/shop/refunds.ts';
import { createStore } from '../../server/store/store.ts';
import type { Act } from '../../shared/console/acts.ts';
import type { Acted, Operating } from '../../shared/console/operating.ts';
import { type RefundLimits, readRefundLimits } from '../../shared/console/refundLimits.ts';
import type { Role } from '../../shared/console/signedIn.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

/** Number of rounds in which two people act at the same time. The environment variable `CONSOLE_ROUNDS` changes it. */
const ROUNDS = Number(process.env.CONSOLE_ROUNDS ?? 5);

let forms = 0;
const form = (): string => `two-${++forms}`;

describe.each(['SQLite', 'PostgreSQL'])('Above what one person may give back, on %s', engine => {
  let app: OpenOperator;
  let ordered: Ordered;
  let number: number;
  let petra: Operating;
  let jonas: Operating;
  const as = (name: string, may: Role = 'act') => app.operator.console.operatingAs({ name, may, by: 'link' }, 'request');
  const limitTo = (limits: RefundLimits | null) => saveRefundLimits(app.store.db, limits);
  beforeEach(async () => {
    const db = engine === 'PostgreSQL' ? openPostgres(await server.createDatabase()) : openSqlite(':memory:');
    app = await openOperator({ store: createStore(db) });
    await limitTo({ EUR: 500 });
    ordered = await app.charging();
    await billed(app, ordered);
    number = (await app.session(ordered)).number;
    [petra, jonas] = [as('Petra Lindqvist'), as('Jonas Weber')];
  }, 60_000);
  afterEach(() => app.close());

  const refundOf = (amountMinor: number | 'all', reason = 'Stopped twice'): Act => ({
    does: 'refund',
    number,
    amountMinor,
    reason,
  });
  const confirmation = (): Act => ({ does: 'confirm-refund', number, reason: 'I saw the letter' });
  const declining = (): Act => ({ does: 'decline-refund', number, reason: 'The driver is paid already' });
  const preview = async (person: Operating, query: Act) => {
    const result = await person.preview(query);
    if (result.kind !== 'possible') throw new Error(JSON.stringify(result));
    return result;
  };
  /** Reads the current version of the session, then sends the staff action with it. */
  const press = async (person: Operating, query: Act): Promise<Acted> => {
    const { seen } = await preview(petra, { does: 'note', number, reason: 'Looked at' });
    return person.act({ ...query, seen, form: form() });
  };
  /**
   * Waits until no refund is pending.
   * @returns the refunded amount
   */
  const refunded = async (): Promise<number> => {
    const refunds = async () => {
      await app.pass(60);
      return listRefunds(app.store.db, (await app.payment(ordered)).id);
    };
    await until(refunds, found => !found.some(isRefundPending));
    return (await app.payment(ordered)).refundedMinor;
  };
  const audited = async () =>
    (await petra.listAudit({ is: 'money' })).lines.map(({ who, does, isDone, amount, reason }) => [
      ...[who, does, isDone, amount?.amountMinor ?? null, reason],
    ]);
  const needs = async () => (await petra.getToday()).attention.map(({ why }) => why);

  it('nothing moves until another person has confirmed it; both, and why, are in the audit', async () => {
    const requested = await preview(petra, refundOf(800));
    expect(requested.button).toMatchObject({ key: 'acts.request.button', values: { amount: { amountMinor: 800 } } });
    expect(requested.after).toEqual(requested.before);
    expect(await press(petra, refundOf(800))).toEqual({ kind: 'done', again: false, waits: true });
    expect(await refunded()).toBe(0);

    const waiting = { amount: { amountMinor: 800, currency: 'EUR' }, by: 'Petra Lindqvist', reason: 'Stopped twice' };
    expect((await jonas.getSession({ number }))?.waiting).toMatchObject(waiting);
    const [item] = (await jonas.getToday()).attention;
    expect(item).toMatchObject({ number, waiting, acts: ['confirm-refund', 'decline-refund'], endsManually: false });
    expect(await jonas.countAttention()).toBe(1);

    const consequence = await preview(jonas, confirmation());
    expect(consequence.waiting).toMatchObject(waiting);
    expect(consequence.before[1]?.amount.amountMinor).toBe((consequence.after[1]?.amount.amountMinor ?? 0) + 800);
    expect(await press(jonas, confirmation())).toEqual({ kind: 'done', again: false });
    expect(await refunded()).toBe(800);
    expect(await needs()).toEqual([]);
    expect((await jonas.getSession({ number }))?.waiting).toBeNull();
    expect(await audited()).toEqual([
      ['Jonas Weber', 'confirm-refund', true, 800, 'I saw the letter'],
      ['Petra Lindqvist', 'request-refund', true, 800, 'Stopped twice'],
    ]);
  });

  it('up to it, and without a limit, one person is enough', async () => {
    expect(await press(petra, refundOf(500))).toMatchObject({ kind: 'done' });
    expect(await refunded()).toBe(500);
    await limitTo(null);
    expect(await press(petra, refundOf('all'))).toMatchObject({ kind: 'done' });
    expect(await refunded()).toBe((await app.payment(ordered)).capturedMinor);
  });

  it('in a currency that nobody has named, each refund takes two', async () => {
    await limitTo({ CHF: 5000 });
    await press(petra, refundOf(1));
    expect(await refunded()).toBe(0);
    expect(await press(jonas, confirmation())).toMatchObject({ kind: 'done' });
    expect(await refunded()).toBe(1);
  });

  it('whoever has asked for it does not confirm it, however they write their name', async () => {
    await press(petra, refundOf('all'));
    for (const name of ['Petra Lindqvist', ' petra  LINDQVIST', 'Lindqvist, Petra', 'Petra Lindqvist (petra@example.org)']) {
      expect(await as(name).preview(confirmation())).toMatchObject({
        kind: 'not-now',
        text: { key: 'acts.confirm.notYourself' },
      });
      expect(await press(as(name), confirmation())).toMatchObject({ kind: 'not-now' });
    }
    expect(await press(as('Mira Okafor', 'read'), confirmation())).toEqual({ kind: 'read-only' });
    expect(await refunded()).toBe(0);
    const session = await petra.getSession({ number });
    expect(session?.cannot).toContainEqual(
      expect.objectContaining({ does: 'confirm-refund', text: { key: 'acts.confirm.notYourself' } }),
    );
  });

  describe('with accounts of a sign-in provider', () => {
    const CLAIMS = {
      iss: 'https://accounts.example',
      sub: '17',
      name: 'Petra',
      email: 'petra@shop.example',
      email_verified: true,
    };
    const signedInBy = (changes: Readonly<Record<string, unknown>> = {}) => {
      const claims = { ...CLAIMS, ...changes };
      const who = { name: nameIn(claims), account: accountIn(claims), may: 'act', by: 'provider' } as const;
      return app.operator.console.operatingAs(who, 'request');
    };

    it('one subject does not confirm its own refund under another name, with an address that is not verified', async () => {
      await press(signedInBy(), refundOf(800));
      for (const changes of [{}, { name: 'Jonas' }, { name: 'Jonas', email_verified: false }, { name: '', email: undefined }]) {
        const text = { key: 'acts.confirm.notYourself' };
        expect(await press(signedInBy(changes), confirmation())).toMatchObject({ kind: 'not-now', text });
      }
      expect(await press(as('Petra'), confirmation())).toMatchObject({ kind: 'not-now' });
      expect(await refunded()).toBe(0);
    });

    it('another subject confirms it, under the same name', async () => {
      await press(signedInBy(), refundOf(800));
      expect(await press(signedInBy({ sub: '18', email_verified: false }), confirmation())).toMatchObject({ kind: 'done' });
      expect(await refunded()).toBe(800);
      const request = await app.store.db.selectFrom('refund_requests').selectAll().executeTakeFirstOrThrow();
      expect([request.requested_by_account, request.decided_by_account]).toEqual([
        'https://accounts.example 17',
        'https://accounts.example 18',
      ]);
      const acts = await app.store.db.selectFrom('operator_acts').select('account').where('is_done', '=', 1).execute();
      expect(acts).toContainEqual({ account: 'https://accounts.example 17' });
    });

    it('several small refunds of one subject count together under different names', async () => {
      await press(signedInBy(), refundOf(300));
      await refunded();
      await press(signedInBy({ name: 'Jonas', email_verified: false }), refundOf(300));
      expect(await refunded()).toBe(300);
      await press(signedInBy(), declining());
      await press(signedInBy({ sub: '18' }), refundOf(300));
      expect(await refunded()).toBe(600);
    });

    it('the names decide between two issuers, and for a request without an account', async () => {
      await press(signedInBy(), refundOf(800));
      expect(await press(signedInBy({ iss: 'https://other.example' }), confirmation())).toMatchObject({ kind: 'not-now' });
      // An earlier version of the app has stored no account in this column.
      await app.store.db.updateTable('refund_requests').set({ requested_by_account: null }).execute();
      expect(await press(signedInBy({ sub: '18' }), confirmation())).toMatchObject({ kind: 'not-now' });
      expect(await press(signedInBy({ sub: '18', name: 'Jonas', email_verified: false }), confirmation())).toMatchObject({
        kind: 'done',
      });
    });
  });

  it('several small ones by one person count together', async () => {
    for (const amountMinor of [200, 200]) {
      expect(await press(petra, refundOf(amountMinor))).toMatchObject({ kind: 'done' });
      await refunded();
    }
    expect(await refunded()).toBe(400);
    await press(as('PETRA LINDQVIST'), refundOf(200));
    expect(await refunded()).toBe(400);
    expect((await petra.getSession({ number }))?.waiting).toMatchObject({ amount: { amountMinor: 200 } });
    expect(await press(petra, refundOf(1))).toMatchObject({ kind: 'not-now', text: { key: 'acts.refund.another' } });
    await press(petra, declining());
    expect(await press(jonas, refundOf(200))).toMatchObject({ kind: 'done' });
    expect(await refunded()).toBe(600);
    // The limit is that of the person who requested the refund, even if another person has confirmed it.
    await press(petra, refundOf(101));
    expect(await refunded()).toBe(600);
  });

  it('what the provider did not do, and was given up, does not count', async () => {
    await app.store.db
      .insertInto('refunds')
      .values({
        ...{ id: 'given-up', payment_id: (await app.payment(ordered)).id, n: 1, key_at: 1, amount_minor: 400, reason: 'x' },
        ...{ state: 'dropped', before_minor: 0, requested_at: 1, done_at: 2, requested_by: 'Petra Lindqvist' },
      })
      .execute();
    await press(petra, refundOf(500));
    expect(await refunded()).toBe(500);
  });

  it('what was seen as waiting is not done at once, where an earlier refund was given up meanwhile', async () => {
    await press(petra, refundOf(400));
    const [refund] = await listRefunds(app.store.db, (await app.payment(ordered)).id);
    await refunded();
    const { seen, button } = await preview(petra, refundOf(300));
    expect(button.key).toBe('acts.request.button');
    await app.store.db
      .updateTable('refunds')
      .set({ state: 'dropped' })
      .where('id', '=', refund?.id ?? '')
      .execute();
    expect(await petra.act({ ...refundOf(300), seen, form: form() })).toMatchObject({ kind: 'changed' });
    expect(await refunded()).toBe(400);
  });

  it('of an earlier refund nobody knows who has asked for it: it counts for everybody', async () => {
    await press(petra, refundOf(400));
    await refunded();
    // An earlier version of the app has stored no person in this column.
    await app.store.db.updateTable('refunds').set({ requested_by: null }).execute();
    await press(jonas, refundOf(200));
    expect(await refunded()).toBe(400);
  });

  it(`two who confirm at the same time confirm once, ${ROUNDS} times`, async () => {
    await limitTo({ EUR: 0 });
    const mira = as('Mira Okafor');
    for (let round = 1; round <= ROUNDS; round++) {
      await press(petra, refundOf(10, `Round ${round}`));
      const acted = await Promise.all([press(jonas, confirmation()), press(mira, confirmation())]);
      expect(acted.filter(({ kind }) => kind === 'done')).toHaveLength(1);
      expect(await refunded()).toBe(10 * round);
    }
  });

  it(`one who confirms while another declines: one of them is done, ${ROUNDS} times`, async () => {
    await limitTo({ EUR: 0 });
    let sum = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      await press(petra, refundOf(10, `Round ${round}`));
      const [confirmed, declined] = await Promise.all([press(jonas, confirmation()), press(petra, declining())]);
      expect([confirmed, declined].filter(({ kind }) => kind === 'done')).toHaveLength(1);
      if (confirmed.kind === 'done') sum += 10;
      expect(await refunded()).toBe(sum);
      expect(await needs()).toEqual([]);
    }
  });

  it('two refunds at the same time by one person do not pass together', async () => {
    await Promise.all([press(petra, refundOf(300)), press(petra, refundOf(300))]);
    expect(await refunded()).toBe(300);
    await press(petra, refundOf(300));
    expect(await refunded()).toBe(300);
  });

  it('pressed twice, it is confirmed once; a second person is told who was faster', async () => {
    await press(petra, refundOf(800));
    const mira = as('Mira Okafor');
    const [seen, alsoSeen] = [(await preview(jonas, confirmation())).seen, (await preview(mira, confirmation())).seen];
    const pressed = { ...confirmation(), seen, form: form() };
    expect(await jonas.act(pressed)).toEqual({ kind: 'done', again: false });
    expect(await jonas.act(pressed)).toEqual({ kind: 'done', again: true });
    expect(await mira.act({ ...confirmation(), seen: alsoSeen, form: form() })).toMatchObject({
      kind: 'changed',
      by: { who: 'Jonas Weber', does: 'confirm-refund' },
    });
    expect(await refunded()).toBe(800);
  });

  it('what was exchanged for another while somebody looked is not confirmed', async () => {
    await press(petra, refundOf(600));
    const { seen } = await preview(jonas, confirmation());
    await press(petra, declining());
    await press(petra, refundOf('all'));
    expect(await jonas.act({ ...confirmation(), seen, form: form() })).toMatchObject({ kind: 'changed' });
    expect(await refunded()).toBe(0);
  });

  it('nothing above what is left is given back, where money went back meanwhile', async () => {
    await press(petra, refundOf(800));
    app.payments.change(ordered.ref, { refundedMinor: 100 });
    await app.operator.onProviderNotice(ordered.ref);
    expect(await press(jonas, confirmation())).toMatchObject({ kind: 'not-now', why: expect.stringContaining('At most') });
    expect(await refunded()).toBe(100);
    expect(await press(jonas, declining())).toMatchObject({ kind: 'done' });
    await press(petra, refundOf('all'));
    await press(jonas, confirmation());
    expect(await refunded()).toBe((await app.payment(ordered)).capturedMinor);
  });

  it('declined, or taken back, nothing moves, and it may be asked for again', async () => {
    for (const person of [jonas, petra]) {
      await press(petra, refundOf(800));
      expect(await person.preview({ ...declining(), reason: ' ' } as Act)).toMatchObject({ kind: 'not-now' });
      expect(await press(person, declining())).toEqual({ kind: 'done', again: false });
      expect(await needs()).toEqual([]);
    }
    expect(await press(jonas, confirmation())).toMatchObject({ kind: 'not-now', text: { key: 'acts.confirm.nothingWaits' } });
    expect(await refunded()).toBe(0);
  });

  it('it is not ticked off by hand, where it would be forgotten', async () => {
    await press(petra, refundOf(800));
    const [item] = (await petra.getToday()).attention;
    const finish = { does: 'finish', attention: item?.id ?? 0, reason: 'Seen' } as const;
    expect(await petra.act({ ...finish, seen: 0, form: form() })).toMatchObject({
      kind: 'not-now',
      why: expect.stringContaining('decline-refund'),
    });
    expect(await needs()).toEqual(['a refund waits for a second person']);
  });

  it('amounts that are none do not pass as small ones', async () => {
    for (const amountMinor of [-100, 0, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 2])
      expect(await press(petra, refundOf(amountMinor))).toMatchObject({ kind: 'not-now' });
    expect(await refunded()).toBe(0);
    expect((await petra.getSession({ number }))?.waiting).toBeNull();
  });

  it('a limit that is taken away or raised releases nothing that waits', async () => {
    await press(petra, refundOf(800));
    for (const limits of [{ EUR: 100_000 }, null]) {
      await limitTo(limits);
      expect(await press(petra, confirmation())).toMatchObject({ kind: 'not-now' });
      expect(await press(petra, refundOf(800))).toMatchObject({ kind: 'not-now', text: { key: 'acts.refund.another' } });
    }
    expect(await refunded()).toBe(0);
  });

  it('a restart forgets nothing of it', async () => {
    await press(petra, refundOf(800));
    await app.restart();
    expect(await press(as('Jonas Weber'), confirmation())).toMatchObject({ kind: 'done' });
    expect(await refunded()).toBe(800);
  });

  describe('by command', () => {
    const run = async (name: string, options: Readonly<Record<string, string>>) => {
      const output = await runCommand({ store: app.store, now: app.clock.now() }, { name, options });
      return [output?.lines.join('\n') ?? '', output?.waits ?? false];
    };
    const typed = (who: string, amount = '8.00') => ({ transaction: String(number), amount, reason: 'Stopped twice', who });

    it('it says that another person must confirm it, and how; the same person is refused', async () => {
      const [words, waits] = await run('refund', typed('Petra Lindqvist'));
      expect(words).toContain('Nothing is refunded yet: one person may refund 5.00 EUR of a session.');
      expect(words).toContain(`confirm-refund --transaction ${number} --amount 8.00`);
      expect(waits).toBe(true);
      expect(await refunded()).toBe(0);
      expect((await run('attention', {}))[0]).toContain('Petra Lindqvist requested 8.00 EUR: Stopped twice');

      await expect(run('confirm-refund', typed('petra lindqvist'))).rejects.toThrow('Another person must approve it');
      await expect(run('confirm-refund', typed('Jonas Weber', '7.00'))).rejects.toThrow('The request is for 8.00 EUR');
      await expect(run('confirm-refund', { ...typed('Jonas Weber'), reason: '' })).rejects.toThrow('Missing reason');
      await expect(run('confirm-refund', typed(''))).rejects.toThrow('Missing --who');
      expect(await refunded()).toBe(0);

      expect(await run('confirm-refund', typed('Jonas Weber'))).toEqual([
        `8.00 EUR of transaction ${number}, requested by Petra Lindqvist, will be refunded. \`list\` shows when the refund is done.`,
        false,
      ]);
      expect(await refunded()).toBe(800);
      await expect(run('confirm-refund', typed('Jonas Weber'))).rejects.toThrow('No refund of this session awaits');
      expect((await audited()).map(([who, does, isDone]) => [who, does, isDone])).toEqual([
        ['Jonas Weber', 'confirm-refund', false],
        ['Jonas Weber', 'confirm-refund', true],
        ['Jonas Weber', 'confirm-refund', false],
        ['Jonas Weber', 'confirm-refund', false],
        ['petra lindqvist', 'confirm-refund', false],
        ['Petra Lindqvist', 'request-refund', true],
      ]);
    });

    it('what was asked for at the console is declined by command, and the other way round', async () => {
      await press(petra, refundOf(800));
      expect((await run('decline-refund', typed('Jonas Weber')))[0]).toContain('Refund rejected');
      await run('refund', typed('Petra Lindqvist'));
      expect(await press(petra, confirmation())).toMatchObject({ kind: 'not-now' });
      expect(await press(jonas, confirmation())).toMatchObject({ kind: 'done' });
      expect(await refunded()).toBe(800);
    });
  });
});

describe('Whether two names are of one person', () => {
  it.each([
    ['Ada Lovelace', 'ada lovelace', true],
    ['Ada Lovelace', 'Lovelace, Ada', true],
    ['Zoë', 'Zoe\u200b', true],
    ['Ada\nLovelace', 'Ada Lovelace', true],
    ['Ada Lovelace', 'Ada Lovelace (ada@example.org)', true],
    ['ada@example.org', 'Ada Lovelace (ada@example.org)', true],
    ['Ada Lovelace (ada@example.org)', 'Countess (ADA@example.org)', true],
    ['Ada Lovelace (ada@example.org)', 'Grace Hopper (grace@example.org) (ada@example.org)', true],
    ['Ada Lovelace (4711)', 'Ada Lovelace (ada@example.org)', true],
    ['Ada Lovelace (ada@example.org)', 'Ada King (ada@example.com)', false],
    ['4711', '4712', false],
    ['Ada Lovelace', 'Grace Hopper', false],
    ['Demo', 'Demo', true],
  ])('%j and %j: %s', (one, other, isSame) => {
    expect([isSameName(one, other), isSameName(other, one)]).toEqual([isSame, isSame]);
  });
});

describe('OPERATOR_MAX_REFUND', () => {
  it.each([
    ['EUR=50', { EUR: 5000 }],
    ['EUR=50.5, CHF = 0, HUF=20000', { EUR: 5050, CHF: 0, HUF: 2_000_000 }],
    ['', null],
    ['50', null],
    ['EUR=-1', null],
    ['EUR=50,5', null],
    ['EUR=1.234', null],
    ['USD=50', null],
    ['EUR=50,EUR=500', null],
  ])('%j', (text, limits) => {
    expect(readRefundLimits(text)).toEqual(limits);
  });
});
