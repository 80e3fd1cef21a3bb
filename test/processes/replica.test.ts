import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { listOpen, raiseAlert } from '../../server/runtime/alerts.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openStore } from '../../server/store/openStore.ts';
import { isoDay } from '../../shared/model/time.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { createHttpDriver, type HttpDriver } from '../support/httpDriver.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { POINTS } from '../support/orders.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import type { Standby } from '../support/postgresStandby.ts';
import { sqlAt } from '../support/sqlAt.ts';
import { until } from '../support/until.ts';

const STATUS_TOKEN = 'a token for the details';
const plainFetch = globalThis.fetch;

let server: PostgresServer;
let standby: Standby;
let url: string;
let running: RunningApp;
let store: Store;
let driver: HttpDriver;
const lines: Readonly<Record<string, unknown>>[] = [];

beforeAll(async () => {
  server = await startPostgres();
  url = await server.createDatabase();
  standby = await server.openStandby();
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const env = { DATABASE_URL: url, DATABASE_LISTEN_URL: url, DATABASE_REPLICA_URL: standby.urlOf(url), STATUS_TOKEN };
  running = await startApp({ env: { ...env, LOG_LEVEL: 'info' }, logTo });
  store = openStore({ databaseUrl: url, databaseListenUrl: null, dataDir: '' });
  driver = createHttpDriver(running.origin);
  await isAsked();
}, 90_000);
afterEach(async () => {
  await standby.resume();
  await standby.catchUp();
});
afterAll(async () => {
  globalThis.fetch = plainFetch;
  await running.close();
  await store.close();
  await standby.close();
  await server.close();
});

const ofToken = { headers: { authorization: `Bearer ${STATUS_TOKEN}`, accept: 'application/json' } };
interface Status {
  status: string;
  dependencies: { name: string; status: string; degraded?: string | null; behindS?: number | null }[];
}
const statusNow = async () => (await (await fetch(`${running.origin}/status`, ofToken)).json()) as Status;
const standingNow = async () => (await statusNow()).dependencies.find(({ name }) => name === 'replica');
const isAsked = () => until(standingNow, standing => standing?.degraded === null);

const search = async (price: string, lastDigits = '4242') => {
  const answer = await fetch(`${running.origin}/api/clients/blaufink/session-search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ country: 'de', date: isoDay(running.app.clock.now()), price, lastDigits }),
  });
  return ((await answer.json()) as { receipt: string }[]).length;
};

/** Somebody charges at that point, and is billed; what they paid, as it stands on a bank statement. */
async function paid(sessionId: string): Promise<string> {
  const { chargedMinor } = await driver.stops(sessionId);
  return (chargedMinor / 100).toFixed(2);
}

describe('Where a standby is read', () => {
  it('somebody who searches right after paying is not told that there is nothing, though the standby has not heard of it', async () => {
    const sessionId = await driver.charges(POINTS.connected);
    await standby.catchUp();
    await standby.pause();
    const price = await paid(sessionId);
    expect((await standingNow())?.degraded).toBeNull();
    for (let tries = 0; tries < 12; tries++) expect(await search(price)).toBe(1);
  }, 90_000);

  it('what the standby knows of is found there, without a question to the primary', async () => {
    const price = await paid(await driver.charges(POINTS.plugsIn));
    await standby.catchUp();
    await isAsked();
    const known = await search(price);
    await standby.pause();
    await sqlAt(url, `update payments set card_digits = '["9999"]' where captured_minor = ${Math.round(Number(price) * 100)}`);
    expect([known > 0, await search(price)]).toEqual([true, known]);
    // Nothing of it is there yet.
    expect(await search(price, '9999')).toBe(known);
  }, 90_000);

  it('whoever has acted at the console sees what they did, and the others see it seconds later', async () => {
    const [petra, marek] = [new ConsoleVisitor(running.origin), new ConsoleVisitor(running.origin)];
    for (const person of [petra, marek]) await person.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    for (const person of [petra, marek]) await person.get('/operator?language=en');
    await raiseAlert(store.db, { at: running.app.clock.now(), subjectId: 'nothing', why: 'clock of the station is wrong' });
    const [note] = await listOpen(store.db);
    await standby.catchUp();
    petra.cookies.delete('operator-acted');
    await isAsked();
    await standby.pause();
    const sees = async (person: ConsoleVisitor) => (await person.page('/operator')).includes('Clock of the station is wrong');
    expect([await sees(petra), await sees(marek)]).toEqual([true, true]);
    const finish = `/operator/attention/${note?.id}`;
    const done = await petra.send(finish, { reason: 'The clock was set' }, finish);
    expect(done.status).toBe(303);
    expect(petra.cookies.get('operator-acted')).toBe('1');
    expect([await sees(petra), await sees(marek)]).toEqual([false, true]);
    await standby.resume();
    await until(
      () => sees(marek),
      isSeen => !isSeen,
    );
  }, 60_000);

  it('its age is among the figures, and everything goes on when it is away, which is told once', async () => {
    const metrics = await (await fetch(`${running.origin}/metrics`, ofToken)).text();
    expect(metrics).toMatch(/^charging_replica_behind_seconds [0-2]$/m);
    expect(metrics).toMatch(/^charging_attention \d+$/m);
    const since = lines.length;
    await standby.stop();
    const marek = new ConsoleVisitor(running.origin);
    await marek.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    marek.cookies.delete('operator-acted');
    for (const page of ['', '/sessions', '/stations', '/audit'])
      expect([page, (await marek.get(`/operator${page}`)).status]).toEqual([page, 200]);
    await until(standingNow, standing => standing?.degraded === 'it does not answer');
    expect(await statusNow()).toMatchObject({ status: 'up' });
    expect((await fetch(`${running.origin}/ready`)).status).toBe(200);
    const toldOf = () => lines.slice(since).filter(({ msg }) => String(msg).startsWith('replica'));
    const isTold = (event: string) =>
      until(
        async () => toldOf(),
        told => told.at(-1)?.msg === event,
      );
    await isTold('replica not asked');
    await standby.restart();
    await isTold('replica asked');
    expect(toldOf().map(({ msg, reason }) => [msg, reason])).toEqual([
      ['replica not asked', 'it does not answer'],
      ['replica asked', undefined],
    ]);
    expect(lines.filter(({ msg }) => msg === 'bug')).toEqual([]);
  }, 60_000);
});
