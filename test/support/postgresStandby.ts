import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './freePort.ts';
import { openPostgresFolder, USER } from './postgresFolder.ts';
import { sqlAt } from './sqlAt.ts';
import { until } from './until.ts';

/** A PostgreSQL server that a standby can replicate. */
export interface Followed {
  /** Opens a standby. Resolves when it has all current data. */
  openStandby(): Promise<Standby>;
  /** Makes replication synchronous: from now on a commit is confirmed only after the standby has stored it. */
  waitForStandby(): Promise<void>;
  /** Ends the server at once, as a power failure would. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A read-only server that replicates its primary by streaming replication. */
export interface Standby extends Followed {
  /** Returns the connection URL of a database of the primary on this standby. */
  urlOf(primaryUrl: string): string;
  /** Promotes the standby to a primary. Resolves when the server accepts writes. */
  promote(): Promise<void>;
}

interface Primary {
  data: string;
  port: number;
  settings: readonly string[];
}

const ADMIN = 'postgres';
/** Files that the copy of a data folder must not contain, or that each server creates itself. */
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_stat_tmp'];

/** Copies a running server, as `pg_basebackup` would, and starts the copy as a standby. */
export async function openStandby({ data, port: primaryPort, settings }: Primary): Promise<Standby> {
  const folder = openPostgresFolder();
  const urlAt = (at: number, name = ADMIN) => `postgres://${USER}@127.0.0.1:${at}/${name}`;
  await copyRunning(urlAt(primaryPort), data, folder);
  const port = await freePort();
  const follows = `primary_conninfo=host=127.0.0.1 port=${primaryPort} user=${USER} application_name=standby`;
  const server = await folder.start(port, [...settings, follows]);
  const runSql = (text: string) => sqlAt(urlAt(port), text);
  const isSo = (condition: string) =>
    until(
      () => runSql(`select ${condition} as so`),
      ([row]) => row?.so === true,
    );
  return {
    urlOf: url => urlAt(port, new URL(url).pathname.slice(1)),
    openStandby: () => openStandby({ data: folder.data, port, settings }),
    waitForStandby: () => waitForStandby(urlAt(port)),
    kill: () => server.kill(),
    async promote() {
      await runSql('select pg_promote()');
      await isSo('not pg_is_in_recovery()');
    },
    async close() {
      await server.stop();
      folder.remove();
    },
  };
}

export async function waitForStandby(url: string): Promise<void> {
  await sqlAt(url, `alter system set synchronous_standby_names = '*'`);
  await sqlAt(url, 'select pg_reload_conf()');
}

/** Makes a base backup by SQL functions, because the npm package does not contain `pg_basebackup`. */
async function copyRunning(url: string, data: string, to: ReturnType<typeof openPostgresFolder>): Promise<void> {
  // PostgreSQL requires that a backup starts and ends on the same connection.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // The standby needs the changes that are made during the backup, so the primary must retain their WAL.
    await client.query(`alter system set wal_keep_size = '256MB'`);
    await client.query('select pg_reload_conf()');
    await client.query(`select pg_backup_start('standby', true)`);
    to.run('cp', ['-a', data, to.data]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    for (const name of NOT_COPIED) {
      const entryPath = path.join(to.data, name);
      if (name.startsWith('postmaster')) rmSync(entryPath, { force: true });
      else for (const entry of readdirSync(entryPath)) rmSync(path.join(entryPath, entry), { recursive: true });
    }
    to.write('backup_label', rows[0]?.labelfile ?? '');
    to.write('standby.signal', '');
  } finally {
    await client.end();
  }
}
