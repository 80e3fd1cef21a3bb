import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import type { Operating } from '../../shared/console/operating.ts';
import type { Role } from '../../shared/console/signedIn.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const as = (app: OpenOperator, name: string, may: Role = 'act'): Operating =>
  app.operator.console.operatingAs({ name, may, by: 'link' }, 'request');

let forms = 0;
const form = (): string => `switch-${++forms}`;

describe.each(['SQLite', 'PostgreSQL'])('A point that is switched off, on %s', engine => {
  let app: OpenOperator;
  beforeEach(async () => {
    const db = engine === 'PostgreSQL' ? openPostgres(await server.createDatabase()) : openSqlite(':memory:');
    app = await openOperator({ store: createStore(db) });
  }, 60_000);
  afterEach(() => app.close());

  const point = PLAIN.evseId;
  const press = (person: Operating, isOn: boolean, reason = 'Ground fault') =>
    person.act({ does: 'switch', point, isOn, reason, seen: 0, form: form() });
  const shown = () => app.operator.getChargingPoint(PLAIN);

  it('is not sold, says so, and is sold again when it is switched on', async () => {
    const petra = as(app, 'Petra');
    const preview = await petra.preview({ does: 'switch', point, isOn: false, reason: '…' });
    expect(preview).toMatchObject({ kind: 'possible', steps: [{}, {}] });
    expect(await shown()).toMatchObject({ plugs: [{ state: 'available' }] });
    expect(await shown()).not.toHaveProperty('isOutOfService');

    const orderRequest = await app.request();
    expect(await press(petra, false)).toEqual({ kind: 'done', again: false });
    expect(await shown()).toMatchObject({ isOutOfService: true, plugs: [{ state: 'unavailable' }] });
    await expect(app.operator.startSession(orderRequest)).rejects.toMatchObject({ code: 'plug-taken' });
    expect(await petra.getPoint({ evseId: point })).toMatchObject({ point: { off: { by: 'Petra', reason: 'Ground fault' } } });
    expect((await petra.listStations({ is: 'off' })).points?.lines.map(({ evseId }) => evseId)).toEqual([point]);

    expect(await press(petra, true, 'Repaired')).toEqual({ kind: 'done', again: false });
    expect(await shown()).toMatchObject({ plugs: [{ state: 'available' }] });
    await app.operator.startSession(await app.request());
    expect((await petra.listStations({ is: 'off' })).points?.lines).toEqual([]);
  });

  it('lets go on, stop and be paid what charges there', async () => {
    const ordered = await app.charging();
    const petra = as(app, 'Petra');
    const preview = await petra.preview({ does: 'switch', point, isOn: false, reason: '…' });
    expect(preview).toMatchObject({ steps: [{}, {}, { text: { key: 'stations.switch.going', values: { count: 1 } } }] });
    await press(petra, false);
    expect((await app.session(ordered)).state).toBe('running');
    await billed(app, ordered);
    expect((await app.payment(ordered)).state).toBe('captured');
    expect((await app.payment(ordered)).capturedMinor).toBeGreaterThan(0);
  });

  it('stays off when its files are read again', async () => {
    await press(as(app, 'Petra'), false);
    await app.restart();
    expect(await shown()).toMatchObject({ isOutOfService: true });
  });

  it('was switched once, with who and why, whoever else tries', async () => {
    const [petra, jonas] = [as(app, 'Petra'), as(app, 'Jonas')];
    const same = { does: 'switch', point, isOn: false, reason: 'Ground fault', seen: 0, form: form() } as const;
    expect(await petra.act(same)).toEqual({ kind: 'done', again: false });
    expect(await petra.act(same)).toEqual({ kind: 'done', again: true });
    expect(await press(jonas, false)).toMatchObject({
      kind: 'not-now',
      text: { key: 'stations.refusal.isOff', values: { who: 'Petra' } },
    });
    expect(await press(as(app, 'Anna', 'read'), true)).toEqual({ kind: 'read-only' });
    expect(await press(petra, true, '  ')).toMatchObject({ kind: 'not-now' });
    const { lines } = await petra.listAudit({ is: 'stations' });
    expect(lines).toMatchObject([
      { who: 'Petra', isDone: false },
      { who: 'Anna', isDone: false },
      { who: 'Jonas', isDone: false, about: point },
      { who: 'Petra', isDone: true, about: point, reason: 'Ground fault' },
    ]);
    expect(await shown()).toMatchObject({ isOutOfService: true });
  });

  it('is found among all others, page by page', async () => {
    const petra = as(app, 'Petra');
    const all = (await petra.listStations({})).points?.lines ?? [];
    expect(all.length).toBeGreaterThan(10);
    const behind = (await petra.listStations({ after: all[3]?.evseId ?? '' })).points?.lines ?? [];
    expect(behind.map(({ evseId }) => evseId)).toEqual(all.slice(4).map(({ evseId }) => evseId));
    const found = (await petra.listStations({ find: 'de-blf-e1001' })).points?.lines ?? [];
    expect(found.map(({ evseId }) => evseId)).toEqual(
      all.map(({ evseId }) => evseId).filter(evseId => evseId.startsWith('DE*BLF*E1001')),
    );
    for (const is of ['ready', 'busy', 'waiting', 'out'] as const)
      for (const { plugs } of (await petra.listStations({ is })).points?.lines ?? [])
        expect(plugs.map(({ state }) => state).some(state => STATES[is].includes(state))).toBe(true);
  });
});

const STATES: Readonly<Record<'ready' | 'busy' | 'waiting' | 'out', readonly string[]>> = {
  ready: ['available', 'preparing'],
  busy: ['charging', 'occupied'],
  waiting: ['suspended', 'finishing'],
  out: ['unavailable'],
};
