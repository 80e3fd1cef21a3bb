import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { createStore } from '../../server/store/store.ts';
import type { Act } from '../../shared/console/acts.ts';
import type { Operating } from '../../shared/console/operating.ts';
import { plugsIn } from '../../shared/console/plugGroups.ts';
import type { Role } from '../../shared/console/signedIn.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

/** Number of rounds in which two people act at the same time. The environment variable `CONSOLE_ROUNDS` changes it. */
const ROUNDS = Number(process.env.CONSOLE_ROUNDS ?? 5);
const ROUNDS_PER_SESSION = 20;
/** Test timeout, which depends on the number of rounds and allows for a busy machine. */
const LIMIT_MS = 90_000 + ROUNDS * 1000;

const as = (app: OpenOperator, name: string, may: Role = 'act'): Operating =>
  app.operator.console.operatingAs({ name, may, by: 'link' }, 'request');

let forms = 0;
const form = (): string => `form-${++forms}`;

describe('At the console', () => {
  let app: OpenOperator;
  let ordered: Ordered;
  let number: number;
  const captured = async () => (await app.payment(ordered)).capturedMinor ?? 0;
  const lines = async () => app.store.db.selectFrom('operator_acts').selectAll().orderBy('id').execute();

  beforeEach(async () => {
    app = await openOperator();
    ordered = await app.charging();
    number = (await app.session(ordered)).number;
  });
  afterEach(() => app.close());

  const refundAll = (reason = 'Stopped twice'): Act => ({ does: 'refund', number, amountMinor: 'all', reason });
  const seenBy = async (person: Operating, request: Act): Promise<number> => {
    const preview = await person.preview(request);
    if (preview.kind !== 'possible') throw new Error(JSON.stringify(preview));
    return preview.seen;
  };

  it('shows before a refund what it does then, and writes nothing for having looked', async () => {
    await billed(app, ordered);
    const petra = as(app, 'Petra');
    const before = await app.payment(ordered);
    const preview = await petra.preview(refundAll());
    expect(preview).toMatchObject({ kind: 'possible', after: [{ amount: { amountMinor: 0 } }, { amount: { amountMinor: 0 } }] });
    expect(await app.payment(ordered)).toEqual(before);
    expect(await app.store.db.selectFrom('refunds').selectAll().execute()).toEqual([]);

    const seen = await seenBy(petra, refundAll());
    expect(await petra.act({ ...refundAll(), seen, form: form() })).toEqual({ kind: 'done', again: false });
    await app.pass(120);
    expect((await app.payment(ordered)).refundedMinor).toBe(await captured());
    expect(await lines()).toMatchObject([
      { who: 'Petra', does: 'refund', is_done: 1, reason: 'Stopped twice', request_id: 'request' },
    ]);
    const session = await petra.getSession({ number });
    expect(session?.line.standing).toBe('refunded');
  });

  it('tells the second of two people who was faster, and notes that they tried', async () => {
    await billed(app, ordered);
    const [petra, jonas] = [as(app, 'Petra'), as(app, 'Jonas')];
    const [found, alsoRead] = [await seenBy(petra, refundAll()), await seenBy(jonas, refundAll())];
    await petra.act({ ...refundAll(), seen: found, form: form() });
    const second = await jonas.act({ ...refundAll('The same'), seen: alsoRead, form: form() });
    expect(second).toMatchObject({ kind: 'changed', by: { who: 'Petra', does: 'refund' }, left: { amountMinor: 0 } });
    expect(await lines()).toMatchObject([
      { who: 'Petra', is_done: 1 },
      { who: 'Jonas', is_done: 0 },
    ]);
  });

  it('finds a session by number, document, point, amount, card and the provider’s id', async () => {
    await billed(app, ordered);
    const petra = as(app, 'Petra');
    const payment = await app.payment(ordered);
    const [document = ''] = await app.documents();
    const amount = ((payment.capturedMinor ?? 0) / 100).toFixed(2);
    const spaced = String(number).replace(/(\d{3})(?=\d)/g, '$1 ');
    for (const find of [
      String(number),
      spaced,
      document,
      'DE*BLF*E1001*1',
      'deblfe10011',
      amount,
      `${amount.replace('.', ',')} €`,
      payment.cardDigits.at(0) ?? '',
      payment.ref ?? '',
      'neumarkt',
      'E1001',
      'Ada@example.org',
    ]) {
      const found = await petra.listSessions({ find });
      expect([find, found.lines.map(line => line.number)]).toEqual([find, [number]]);
    }
    expect((await petra.listSessions({ find: '999 999 999' })).lines).toEqual([]);
  });

  it('sums up today’s energy and money by hour, and what is still held', async () => {
    const petra = as(app, 'Petra');
    // A session in progress counts neither in the figure nor in the bars, nor at its point.
    const { evseId } = await app.session(ordered);
    await app.store.db.updateTable('sessions').set({ energy_wh: 5000 }).where('number', '=', number).execute();
    const held = (await petra.getToday()).business;
    expect([held.energy.total, (await petra.getPoint({ evseId }))?.energyWh]).toEqual([0, 0]);
    expect(held.stillHeld).toEqual([{ amountMinor: (await app.payment(ordered)).amountMinor, currency: 'EUR' }]);
    await billed(app, ordered);
    const { energy, money, sessions, stillHeld, hours } = (await petra.getToday()).business;
    const { energyWh } = await app.session(ordered);
    expect([sessions, stillHeld, hours.length]).toEqual([1, [], 24]);
    expect([energy.total, energy.totalBefore]).toEqual([energyWh, 0]);
    expect((await petra.getPoint({ evseId }))?.energyWh).toBe(energyWh);
    expect(energy.today.filter(value => value !== null && value > 0)).toEqual([energyWh]);
    expect(money).toMatchObject([{ currency: 'EUR', total: await captured(), totalBefore: 0 }]);
  });

  it('counts the plugs on which other vehicles charge apart from those of its own sessions', async () => {
    const petra = as(app, 'Petra');
    const { evseId, connector } = await app.session(ordered);
    await app.store.db
      .updateTable('plugs')
      .set({ state: 'charging' })
      .where('evse_id', '=', evseId)
      .where('connector', '=', connector)
      .execute();
    const before = (await petra.getToday()).plugs;
    expect(before.squares.filter(({ group }) => group === 'busy').map(square => square.evseId)).toEqual([evseId]);
    const other = before.squares.find(({ group }) => group === 'ready')?.evseId ?? '';
    const { numUpdatedRows } = await app.store.db
      .updateTable('plugs')
      .set({ state: 'occupied' })
      .where('evse_id', '=', other)
      .executeTakeFirstOrThrow();
    const { counts } = (await petra.getToday()).plugs;
    expect(plugsIn('others', counts)).toBe(plugsIn('others', before.counts) + Number(numUpdatedRows));
    expect(plugsIn('busy', counts)).toBe(1);

    // The list of stations, its filters and the page of the point agree with the overview.
    const all = await petra.listStations({});
    expect(all.plugs).toEqual(counts);
    for (const is of ['busy', 'others'] as const) {
      const lines = (await petra.listStations({ is })).points?.lines ?? [];
      const plugs = lines.flatMap(line => line.plugs.filter(({ group }) => group === is));
      expect([is, plugs.length]).toEqual([is, plugsIn(is, counts)]);
    }
    expect((await petra.getPoint({ evseId: other }))?.point.plugs.map(({ group }) => group)).toContain('others');
  });

  it('compares today with the same weekday last week until the same time of day', async () => {
    await billed(app, ordered);
    const petra = as(app, 'Petra');
    const { energyWh } = await app.session(ordered);
    const { db } = app.store;
    const weekMs = 7 * DAY_MS;
    await app.pass(60);
    await db
      .updateTable('sessions')
      .set(eb => ({ created_at: eb('created_at', '-', weekMs), ended_at: eb('ended_at', '-', weekMs) }))
      .execute();
    await db
      .updateTable('payments')
      .set(eb => ({ settled_at: eb('settled_at', '-', weekMs) }))
      .execute();
    const { energy, money, sessionsBefore } = (await petra.getToday()).business;
    expect([energy.total, energy.totalBefore, sessionsBefore]).toEqual([0, energyWh, 1]);
    expect(energy.before.filter(value => value > 0)).toEqual([energyWh]);
    expect(money).toMatchObject([{ currency: 'EUR', total: 0, totalBefore: await captured() }]);
  });

  it('names a session that has been paused for hours and still holds money', async () => {
    const petra = as(app, 'Petra');
    await app.stations.meter(ordered.authorizationReference, { at: app.clock.now(), energyWh: 20, powerW: 0, isCharging: false });
    expect((await petra.getToday()).longPauses).toEqual([]);
    await app.pass(4 * 3600 + 600);
    await app.stations.meter(ordered.authorizationReference, { at: app.clock.now(), energyWh: 20, powerW: 0, isCharging: false });
    const { longPauses, going, goingCount, health } = await petra.getToday();
    expect([going.length, goingCount]).toEqual([1, 1]);
    expect(longPauses).toMatchObject([{ number, place: { street: expect.any(String), plug: '1' } }]);
    expect(health.find(({ name }) => name.key === 'today.health.holds')?.status).toBe('warn');
    expect(health.find(({ name }) => name.key === 'today.health.jobs')?.says).toMatchObject({ key: 'today.health.planned' });
  });

  it('shows a session that cannot be priced any more, and has it stopped and waived', async () => {
    await app.pass(60);
    const { db } = app.store;
    await db.updateTable('orders').set({ tariff_version: 'gone' }).where('id', '=', ordered.orderId).execute();
    const petra = as(app, 'Petra');
    expect((await petra.getToday()).going).toMatchObject([{ number, standing: 'charging', priceMinor: null }]);
    expect((await petra.listSessions({})).lines).toMatchObject([{ number, priceMinor: null }]);
    const possible = async () => (await petra.getSession({ number }))?.can.map(({ does }) => does);
    expect(await possible()).toContain('stop');
    const stop = { does: 'stop', number, reason: 'Nobody can price it' } as const;
    expect(await petra.act({ ...stop, seen: await seenBy(petra, stop), form: form() })).toMatchObject({ kind: 'done' });
    await app.pass(3600);
    const known = await petra.getSession({ number });
    expect(known?.can.map(({ does }) => does)).toContain('waive');
    expect(known?.cannot.map(({ does }) => does)).toContain('bill');
    const waive = { does: 'waive', number, reason: 'Nobody can price it' } as const;
    expect(await petra.act({ ...waive, seen: await seenBy(petra, waive), form: form() })).toMatchObject({ kind: 'done' });
    await app.pass(60);
    expect((await app.payment(ordered)).state).toBe('released');
  });

  it('tells the whole story of a session, with every meter value but the last folded', async () => {
    await app.pass(60);
    await billed(app, ordered);
    const session = await as(app, 'Petra').getSession({ number });
    const keys = session?.timeline.map(({ what }) => what.key) ?? [];
    for (const key of ['ordered', 'held', 'began', 'ended', 'captured']) expect(keys).toContain(`session.did.${key}`);
    expect(session?.contact.email).toBe('a•••@example.org');
  });

  it('shows an address once, with a reason, and forgets a driver', async () => {
    await billed(app, ordered);
    const petra = as(app, 'Petra');
    const see = { does: 'see-contact', number, reason: 'The driver called' } as const;
    expect(await petra.act({ ...see, seen: 0, form: form() })).toMatchObject({ contact: { email: 'ada@example.org' } });
    await petra.act({ does: 'forget', number, reason: 'The driver asked', seen: 0, form: form() });
    expect(await petra.act({ ...see, seen: 0, form: form() })).toMatchObject({ contact: { email: '' } });
  });
});

describe.each(['sqlite', 'postgres'] as const)('Two people who press refund at the same time, on %s', engine => {
  let server: PostgresServer | null = null;
  let app: OpenOperator;
  beforeAll(async () => {
    server = engine === 'postgres' ? await startPostgres() : null;
    app = await openOperator(server ? { store: createStore(openPostgres(await server.createDatabase())) } : {});
  });
  afterAll(async () => {
    await app.close();
    await server?.close();
  });

  const billedAnew = async () => {
    const ordered = await app.charging();
    await billed(app, ordered);
    return { ordered, number: (await app.session(ordered)).number };
  };

  it(
    `pay once, ${ROUNDS} times`,
    async () => {
      let { ordered, number } = await billedAnew();
      const [petra, jonas] = [as(app, 'Petra'), as(app, 'Jonas')];
      const mismatches: unknown[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        if (round > 0 && round % ROUNDS_PER_SESSION === 0) ({ ordered, number } = await billedAnew());
        const refund = { does: 'refund', number, amountMinor: 1, reason: `Round ${round}` } as const;
        const before = (await app.payment(ordered)).refundedMinor;
        const previews = await Promise.all([petra.preview(refund), jonas.preview(refund)]);
        const acted = await Promise.all(
          [petra, jonas].map(async (person, place) => {
            const preview = previews[place];
            return person.act({ ...refund, seen: preview?.kind === 'possible' ? preview.seen : -1, form: form() });
          }),
        );
        // Advances the clock repeatedly. On a busy machine, a single advance may come before the worker has finished its query
        // for due jobs.
        const given = async () => (await app.payment(ordered)).refundedMinor - before;
        await until(
          async () => {
            await app.pass(60);
            return given();
          },
          minor => minor > 0,
        );
        if ((await given()) !== 1 || acted.filter(({ kind }) => kind === 'done').length !== 1)
          mismatches.push({ round, given: await given(), acted });
      }
      expect(mismatches).toEqual([]);
    },
    LIMIT_MS,
  );
});
