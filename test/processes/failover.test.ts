import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type BuiltApp, startBuiltApp } from '../support/builtApp.ts';
import { type FailingOver, openFailingOver } from '../support/failover.ts';
import { createHttpDriver, type HttpDriver } from '../support/httpDriver.ts';
import { until } from '../support/until.ts';

const plainFetch = globalThis.fetch;

let database: FailingOver;
let app: BuiltApp;
let driver: HttpDriver;
beforeAll(async () => {
  database = await openFailingOver();
  app = await startBuiltApp({ speed: 20, env: { DATABASE_URL: database.url, DATABASE_LISTEN_URL: database.url } });
  driver = createHttpDriver(app.origin);
}, 120_000);
afterAll(async () => {
  globalThis.fetch = plainFetch;
  await app.close();
  await database.close();
});

it('Vehicles charge on while the primary is lost twice; each is billed by the one that took its place, and orders go on', async () => {
  const pid = app.pid();
  const first = await driver.charges({ clientId: 'blaufink', evseId: 'DE*BLF*E1006*1' });
  for (let times = 0; times < 2; times++) {
    await database.failOver();
    await until(
      () => fetch(`${app.origin}/ready`),
      ({ status }) => status === 200,
    );
  }
  const second = await driver.charges({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*2' });
  for (const sessionId of [first, second]) {
    const receipt = await driver.stops(sessionId);
    expect(receipt.totalMinor).toBeGreaterThanOrEqual(50);
    expect(receipt.timeline.map(({ kind, at }) => [kind, at !== null])).toEqual([
      ['held', true],
      ['charged', true],
      ['released', true],
    ]);
  }
  expect(app.pid()).toBe(pid);
  expect(app.bugs().filter(({ error }) => (error as { type?: string }).type !== 'DatabaseUnavailable')).toEqual([]);
}, 150_000);
