import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type BuiltApp, startBuiltApp } from '../support/builtApp.ts';
import { createHttpDriver, type HttpDriver } from '../support/httpDriver.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1006*1' };
const SPEED = 20;
const LIMIT_MS = 150_000;

let app: BuiltApp;
let driver: HttpDriver;

const plainFetch = globalThis.fetch;
const open = async (env: Readonly<Record<string, string>> = {}) => {
  app = await startBuiltApp({ speed: SPEED, env });
  driver = createHttpDriver(app.origin);
};
const close = async () => {
  globalThis.fetch = plainFetch;
  await app.close();
};

const statusOf = async (address: string): Promise<number> => (await fetch(app.origin + address)).status;
const isReadyAgain = () =>
  until(
    () => statusOf('/ready'),
    status => status === 200,
    30_000,
  );

/** @returns the log lines, from line `at` on, that report the beginning and the end of an interruption of background work */
function outagesSince(at: number): { began: string[]; over: string[] } {
  const countLogged = (msg: string) =>
    app.lines
      .slice(at)
      .filter(line => line.msg === msg)
      .map(({ work }) => String(work));
  return { began: countLogged('background work interrupted'), over: countLogged('background work resumed') };
}

/** Injects the fault during a session. Checks that the process survives and that the session is billed correctly. */
async function chargesThrough(fault: () => Promise<void>): Promise<void> {
  const sessionId = await driver.charges(POINT);
  const [pid, linesBefore] = [app.pid(), app.lines.length];
  await fault();
  await isReadyAgain();
  const receipt = await driver.stops(sessionId);
  expect(receipt.totalMinor).toBeGreaterThanOrEqual(50);
  expect(receipt.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(receipt.totalMinor);
  expect(receipt.timeline.map(({ at }) => at !== null)).toEqual([true, true, true]);
  expect([app.pid(), await statusOf('/health')]).toEqual([pid, 200]);
  expect(app.lines.slice(linesBefore).filter(({ uncaught }) => uncaught !== undefined)).toEqual([]);
  const { began, over } = outagesSince(linesBefore);
  expect(over.toSorted()).toEqual(began.toSorted());
}

/**
 * Polls the health of the app for at least `minMs` and until /ready responds with 503.
 * @returns the longest response time in milliseconds
 */
async function watchFault(minMs: number): Promise<{ slowestMs: number }> {
  const [end, giveUpAt] = [Date.now() + minMs, Date.now() + minMs + 40_000];
  let [slowestMs, isNoticed] = [0, false];
  while (Date.now() < end || (!isNoticed && Date.now() < giveUpAt)) {
    const began = performance.now();
    expect(await statusOf('/health')).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    if ((await statusOf('/ready')) === 503) isNoticed = true;
    await pause(100);
  }
  expect(isNoticed).toBe(true);
  return { slowestMs };
}

describe('While a vehicle charges and the data is in a file', () => {
  beforeAll(() => open());
  afterAll(close);

  it(
    'another process may lock the file for 25 seconds: everybody is served, and the session goes on',
    () =>
      chargesThrough(async () => {
        const linesBefore = app.lines.length;
        const other = new DatabaseSync(path.join(app.dataDir, 'house.sqlite'), { timeout: 5000 });
        other.exec('begin immediate');
        const { slowestMs } = await watchFault(25_000);
        expect((await fetch(`${app.origin}/en/blaufink`, { headers: { Accept: 'text/html' } })).status).toBe(200);
        other.exec('rollback');
        other.close();
        // A call that waited for the database lock would take five seconds.
        expect(slowestMs).toBeLessThan(4000);
        const { began } = outagesSince(linesBefore);
        expect(began.length).toBeGreaterThan(0);
        expect(new Set(began).size).toBe(began.length);
      }),
    LIMIT_MS,
  );

  it(
    'nothing can be written to the disk for a while: the app says so once, and goes on when it can be',
    () =>
      chargesThrough(async () => {
        const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(app.pid()), `--fsize=${bytes}`]);
        limit('1:');
        await watchFault(8000);
        limit('unlimited:');
      }),
    LIMIT_MS,
  );

  it('a second app on the file is refused in one sentence, while commands beside it work', async () => {
    const { code, output } = await app.refused();
    expect(code).toBe(1);
    expect(output).toMatch(/^The database \S+house\.sqlite is in use by another process.*\n$/);
    const run = (script: string, ...args: string[]) =>
      spawnSync(process.execPath, [`scripts/operator/${script}.ts`, ...args], {
        env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning', DATA_DIR: app.dataDir },
      });
    expect(run('operator', 'list').status).toBe(0);
    expect(run('migrate', '--status').status).toBe(0);
    expect(run('backup', path.join(app.dataDir, 'copy.sqlite')).status).toBe(0);
    expect(await statusOf('/health')).toBe(200);
  }, 60_000);

  it('an app that was killed leaves no lock behind', async () => {
    await app.kill9();
    await app.restart();
    expect(await statusOf('/ready')).toBe(200);
  }, 60_000);
});

describe('An app whose database file', () => {
  const UNPRIVILEGED_UID = 65_534;
  let folder: string;
  let good: string;
  beforeAll(async () => {
    await open();
    folder = mkdtempSync(path.join(tmpdir(), 'broken-'));
    good = path.join(folder, 'good.sqlite');
    const source = new DatabaseSync(path.join(app.dataDir, 'house.sqlite'), { timeout: 5000 });
    source.exec(`vacuum into '${good}'`);
    source.close();
  }, 60_000);
  afterAll(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  const dataDirWith = (name: string, make: (file: string) => void): string => {
    const dataDir = path.join(folder, name);
    mkdirSync(dataDir);
    make(path.join(dataDir, 'house.sqlite'));
    return dataDir;
  };

  it.each<[string, (file: string) => void]>([
    ['is-none', file => writeFileSync(file, 'Not a database at all. '.repeat(1000))],
    [
      'was-cut-off',
      file => {
        copyFileSync(good, file);
        truncateSync(file, 20_000);
      },
    ],
  ])(
    '%s, does not start, and says why in one sentence',
    async (name, make) => {
      const { code, output } = await app.refused({ env: { DATA_DIR: dataDirWith(name, make) } });
      expect(code).toBe(1);
      expect(output).toMatch(/^The database \S+house\.sqlite is damaged[^\n]*\n$/);
    },
    60_000,
  );

  it('cannot be written to does not start, and says why in one sentence', async () => {
    const isRoot = process.getuid?.() === 0;
    const dataDir = dataDirWith('readonly', file => {
      copyFileSync(good, file);
      chmodSync(file, 0o444);
    });
    if (isRoot) {
      // The app runs as another user than root, because root can write even without permission.
      for (const place of [folder, path.dirname(app.dataDir)]) chmodSync(place, 0o755);
      chownSync(dataDir, UNPRIVILEGED_UID, UNPRIVILEGED_UID);
    }
    const { code, output } = await app.refused({
      env: { DATA_DIR: dataDir, SECRET: 'a secret of thirty-two characters' },
      ...(isRoot ? { uid: UNPRIVILEGED_UID } : {}),
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^The database \S+house\.sqlite cannot be written to\.\n$/);
  }, 60_000);
});

describe('While a vehicle charges and the data is in PostgreSQL', () => {
  let server: PostgresServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase();
    await open({ DATABASE_URL: url, DATABASE_LISTEN_URL: url });
  }, 60_000);
  afterAll(async () => {
    await close();
    await server.close();
  });

  it(
    'its connections may be cut, again and again',
    () =>
      chargesThrough(async () => {
        for (let n = 0; n < 30; n++) {
          await server.cutConnections(url);
          await pause(100);
        }
      }),
    LIMIT_MS,
  );

  it.each([
    ['others may be in the way of every transaction for longer than it tries', '40001', 9000],
    ['the disk of the server may be full', '53100', 4000],
  ])(
    '%s',
    (_name, sqlState, durationMs) =>
      chargesThrough(async () => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query(
          `create function fail() returns trigger language plpgsql as
           $$ begin raise exception 'planted' using errcode = '${sqlState}'; end $$`,
        );
        for (const table of ['sessions', 'outbox', 'plugs', 'key_values'])
          await client.query(`create trigger planted before insert or update on ${table} execute function fail()`);
        await watchFault(durationMs);
        await client.query('drop function fail() cascade');
        await client.end();
      }),
    LIMIT_MS,
  );
});
