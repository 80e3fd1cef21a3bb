import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { MeterReading, StationSession } from '../../server/core/ports/stationPort.ts';
import { later } from '../../server/core/records/instants.ts';
import { applyReport } from '../../server/shop/sessions/reports/reports.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { listReadings } from '../../server/store/shop/readings.ts';
import { createStore } from '../../server/store/store.ts';
import { MINUTE_MS } from '../../shared/model/time.ts';
import { type OpenContext, openContext } from '../support/openContext.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';

let server: PostgresServer;
let open: OpenContext;
let other: Store;
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  open = await openContext(createStore(openPostgres(url)));
  other = createStore(openPostgres(url));
}, 60_000);
afterAll(async () => {
  await other.close();
  await open.close();
  await server.close();
});

/** Creates a session that is charging, and a report that is ten minutes younger. */
async function charging() {
  const order = await open.given({
    order: { state: 'held', limitMinor: 2000 },
    session: { state: 'running', createdAt: later(open.clock.now(), -MINUTE_MS), startedAt: open.clock.now() },
    payment: { state: 'authorised', amountMinor: 2000 },
  });
  const { id, authorizationReference } = await order.session();
  await open.clock.pass(600);
  const reading = { at: open.clock.now(), energyWh: 100, powerW: 3000, isCharging: true };
  const live = { state: 'charging' as const, startedAt: null, endedAt: null, signedValues: [], isFinal: false };
  const sendReport = (reported: Partial<StationSession>) =>
    applyReport(open.context, authorizationReference, { authorizationReference, readings: [], ...live, ...reported });
  return { order, id, reading, report: sendReport };
}

const add = (trx: Store['db'], id: string, { at, energyWh, powerW }: MeterReading) =>
  trx
    .insertInto('meter_values')
    .values({ session_id: id, at: at.getTime(), energy_wh: energyWh, power_w: powerW, is_charging: 1 })
    .execute();

/** Waits until a statement of another connection is blocked by a row lock. */
async function waitForBlockedQuery(): Promise<void> {
  const waiting = sql<object>`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "meter_values"%'`;
  while ((await waiting.execute(other.db)).rows.length === 0) await pause(5);
}

it('A report whose session another process changes meanwhile is applied again', async () => {
  const { order, id, reading, report } = await charging();
  const earlier = { ...reading, at: later(reading.at, -MINUTE_MS), energyWh: 90 };
  let sending: Promise<void> = Promise.resolve();
  await other.db.transaction().execute(async trx => {
    await add(trx, id, { ...reading, energyWh: 80 });
    await add(trx, id, earlier);
    sending = report({ readings: [reading] });
    await waitForBlockedQuery();
    await trx
      .updateTable('sessions')
      .set(eb => ({ energy_wh: 90, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  });
  await sending;
  expect(await order.session()).toMatchObject({ state: 'running', energyWh: 100, powerW: 3000, meterRevision: 1 });
  expect(await listReadings(open.store.db, id)).toEqual([earlier, reading]);
}, 30_000);

it('A report whose reading another process has written meanwhile is applied', async () => {
  const { order, id, reading, report } = await charging();
  let sending: Promise<void> = Promise.resolve();
  await other.db.transaction().execute(async trx => {
    await add(trx, id, { ...reading, energyWh: 90 });
    sending = report({ readings: [reading] });
    await waitForBlockedQuery();
  });
  await sending;
  expect(await order.session()).toMatchObject({ state: 'running', energyWh: 100, powerW: 3000 });
  expect(await listReadings(open.store.db, id)).toEqual([reading]);
}, 30_000);

it.each([1e17, 1e30, -1e30, 1e300])('A power of %s W keeps no value of energy from the bill', async powerW => {
  const { order, id, reading, report } = await charging();
  await report({ readings: [{ ...reading, powerW }] });
  expect(await order.session()).toMatchObject({ state: 'running', energyWh: 100, powerW: 0 });
  expect(await listReadings(open.store.db, id)).toEqual([{ ...reading, powerW: 0 }]);
});

it('A hundred thousand readings in one report are all kept', async () => {
  const { order, id, reading, report } = await charging();
  const readings = Array.from({ length: 100_000 }, (_, n) => ({
    ...reading,
    at: later(reading.at, n - 100_000),
    energyWh: Math.floor(n / 1000),
  }));
  await report({ readings });
  expect(await order.session()).toMatchObject({ state: 'running', energyWh: 99 });
  expect((await listReadings(open.store.db, id)).length).toBe(100_000);
}, 60_000);
