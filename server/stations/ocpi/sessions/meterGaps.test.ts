import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createExclusiveRunner } from '../../../../shared/util/runExclusive.ts';
import type { Db, Store } from '../../../store/engine/database.ts';
import { openSqlite } from '../../../store/engine/sqlite.ts';
import { createKeyValueStore } from '../../../store/jobs/keyValueStore.ts';
import { createStore } from '../../../store/store.ts';
import type { OcpiStore } from '../storage/store.ts';
import { createMeterGapStore } from './meterGaps.ts';

const AC = { connectionId: 'town', isDc: false };
const DC = { connectionId: 'town', isDc: true };

let database: Store;
let store: OcpiStore;
beforeEach(async () => {
  database = createStore(openSqlite(':memory:'));
  await database.migrate();
  const rows = (db: Db) => createKeyValueStore(db, 'ocpi');
  const nothingSold = {
    putLocations: async () => [],
    putPlugs: async () => undefined,
    removeLocation: async () => undefined,
    removeParty: async () => undefined,
  };
  store = {
    ...rows(database.db),
    withLease: createExclusiveRunner(),
    inTransaction: work => database.inTransaction(trx => work(rows(trx), nothingSold)),
  };
});
afterEach(() => database.close());

const learned = (gaps: readonly number[], request = AC) => {
  const meters = createMeterGapStore({ store });
  for (const gap of gaps) meters.add(request, gap);
  return meters;
};
const times = (count: number, seconds: number) => Array.from({ length: count }, () => seconds);

it('As long as little is known, the usual interval counts', () => {
  const meters = learned(times(19, 300));
  expect([meters.intervalS(AC), meters.intervalS(DC)]).toEqual([900, 180]);
});

it('What 95 of 100 keep to is the interval, for AC and DC apart', () => {
  const meters = learned([...times(95, 300), ...times(5, 4000)]);
  expect([meters.intervalS(AC), meters.intervalS(DC)]).toEqual([300, 180]);
  expect(learned([...times(94, 300), ...times(6, 4000)]).intervalS(AC)).toBe(4000);
  expect(learned(times(100, 30), DC).intervalS(DC)).toBe(60);
});

it('Only the last 200 count, and another process knows them', async () => {
  const meters = learned([...times(300, 2000), ...times(200, 120)]);
  await meters.writeDown();
  expect(meters.intervalS(AC)).toBe(120);
  expect(await store.get('gaps:town:ac')).toHaveLength(200);
  const next = createMeterGapStore({ store });
  expect(next.intervalS(AC)).toBe(900);
  await next.recall(['town']);
  expect(next.intervalS(AC)).toBe(120);
});
