import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DAY_MS } from '../../../shared/model/time.ts';
import type { Store } from '../../store/engine/database.ts';
import { openSqlite } from '../../store/engine/sqlite.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { createStore } from '../../store/store.ts';
import { persistedNow, startPersistedClock } from './persistedClock.ts';

let store: Store;
beforeEach(async () => {
  store = createStore(openSqlite(':memory:'));
  await store.migrate();
});
afterEach(() => store.close());
const keyValueStore = () => createKeyValueStore(store.db, 'clock');

describe('A clock that runs faster', () => {
  it('goes on from where it was after a restart, and never goes back', async () => {
    const first = await startPersistedClock(keyValueStore(), DAY_MS);
    await new Promise(resolve => setTimeout(resolve, 20));
    const before = first.now();
    expect(before.getTime() - Date.now()).toBeGreaterThan(DAY_MS);
    const second = await startPersistedClock(keyValueStore(), 1);
    expect(second.now().getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  it('is the time of whoever works beside the app', async () => {
    const clock = await startPersistedClock(keyValueStore(), DAY_MS);
    const [from, now, to] = [clock.now(), await persistedNow(keyValueStore()), clock.now()];
    expect(now.getTime()).toBeGreaterThanOrEqual(from.getTime());
    expect(now.getTime()).toBeLessThanOrEqual(to.getTime());
  });

  it('that nobody has kept is the time of day', async () => {
    const from = Date.now();
    const now = await persistedNow(keyValueStore());
    expect(now.getTime()).toBeGreaterThanOrEqual(from);
    expect(now.getTime()).toBeLessThanOrEqual(Date.now());
  });
});
