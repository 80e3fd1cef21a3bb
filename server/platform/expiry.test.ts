import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DAY_MS } from '../../shared/model/time.ts';
import type { Store } from '../store/engine/database.ts';
import { openSqlite } from '../store/engine/sqlite.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';
import { createStore } from '../store/store.ts';
import { putForAWhile, removeOld } from './expiry.ts';

const FROM = new Date('2026-11-20T10:00:00Z');
const daysLater = (days: number) => new Date(FROM.getTime() + days * 86_400_000);

let store: Store;
beforeEach(async () => {
  store = createStore(openSqlite(':memory:'));
  await store.migrate();
});
afterEach(() => store.close());

it('Messages of sessions are removed after two months and commands after a day, some hundred at a time; nothing else is', async () => {
  const rows = createKeyValueStore(store.db, 'ocpi');
  await rows.put('start:A1', 1);
  await putForAWhile(rows, { key: 'session:town:DE:CPO:S%3A1', json: {}, ttlMs: 60 * DAY_MS, now: FROM });
  for (let n = 0; n < 250; n++)
    await putForAWhile(rows, { key: `command:${n}`, json: {}, ttlMs: DAY_MS, now: new Date(FROM.getTime() + n) });
  const left = async () => [...(await rows.listKeys(''))].filter(key => !key.startsWith('until:'));
  expect(await removeOld(rows, daysLater(0.9))).toBe(0);
  expect(await removeOld(rows, daysLater(1.1))).toBe(200);
  expect(await removeOld(rows, daysLater(1.1))).toBe(50);
  expect(await left()).toEqual(['session:town:DE:CPO:S%3A1', 'start:A1']);
  expect(await removeOld(rows, daysLater(59))).toBe(0);
  expect(await removeOld(rows, daysLater(61))).toBe(1);
  expect(await rows.listKeys('')).toEqual(['start:A1']);
});
