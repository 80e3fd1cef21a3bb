import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';

/**
 * Faults of the database of a running app. 'cut': connections are cut. 'locked': another connection locks a table or the file.
 * 'full': the disk is full. 'failover': the server is lost.
 */
export type DatabaseFault = 'cut' | 'locked' | 'full' | 'failover';

/** The database of a proof. Each of its `faults` lasts for the given time, then ends. */
export interface TroubledDatabase {
  /** Path of an SQLite file, or the URL of a PostgreSQL database. */
  database: string;
  /** Creates what the faults need in the database. Must be called after the app has created its tables. */
  prepare(): Promise<void>;
  faults: Readonly<Partial<Record<DatabaseFault, (forMs: number) => Promise<void>>>>;
  close(): unknown;
}

interface TroubleDependencies {
  folder: string;
  /** Returns the ids of the app's processes, for faults that affect a process instead of the database. */
  pids(): readonly number[];
}

export const openTroubledDatabase = (engine: 'sqlite' | 'postgres', parts: TroubleDependencies): Promise<TroubledDatabase> =>
  engine === 'sqlite' ? openFile(parts) : openServer();

/**
 * Opens an SQLite file on its own disk, which can be made full. If the user may not mount a disk, the fault 'full' instead
 * forbids the processes to write.
 */
async function openFile({ folder, pids }: TroubleDependencies): Promise<TroubledDatabase> {
  const disk = mountDisk(path.join(folder, 'disk'));
  const file = path.join(disk?.folder ?? folder, 'house.sqlite');
  return {
    database: file,
    prepare: async () => undefined,
    faults: {
      async locked(forMs) {
        const other = new DatabaseSync(file, { timeout: 5000 });
        other.exec('begin immediate');
        await pause(forMs);
        other.exec('rollback');
        other.close();
      },
      async full(forMs) {
        const setFull = disk?.setFull ?? ((isFull: boolean) => forbidWriting(pids(), isFull));
        setFull(true);
        await pause(forMs);
        setFull(false);
      },
    },
    close: () => disk?.close(),
  };
}

interface Disk {
  folder: string;
  setFull(isFull: boolean): void;
  close(): void;
}

const ROOMY = 4 * 2 ** 30;

/**
 * Mounts a disk in memory, which only root may do. The disk is made full by reducing its size to the used space.
 * @returns null if the user may not mount
 */
function mountDisk(folder: string): Disk | null {
  const mount = (...translator: string[]) => execFileSync('mount', translator, { stdio: 'ignore' });
  mkdirSync(folder, { recursive: true });
  try {
    mount('-t', 'tmpfs', '-o', `size=${ROOMY}`, 'tmpfs', folder);
  } catch {
    return null;
  }
  const resize = (bytes: number) => mount('-o', `remount,size=${bytes}`, folder);
  const unmount = () => execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
  process.once('exit', unmount);
  return {
    folder,
    setFull(isFull) {
      for (let pages = 0; ; pages++) {
        const { blocks, bfree, bsize } = statfsSync(folder);
        try {
          return void resize(isFull ? (blocks - bfree + pages) * bsize : ROOMY);
        } catch (error) {
          // The app has written data since the used space was measured, so a larger size is tried.
          if (pages === 100) throw error;
        }
      }
    },
    close() {
      process.off('exit', unmount);
      unmount();
    },
  };
}

function forbidWriting(pids: readonly number[], isForbidden: boolean): void {
  for (const pid of pids) {
    try {
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${isForbidden ? '1:' : 'unlimited:'}`], { stdio: 'ignore' });
    } catch {
      // The process was killed during the fault. Its successor may write.
    }
  }
}

const CUT_EVERY_MS = 250;

async function openServer(): Promise<TroubledDatabase> {
  const server: PostgresServer = await startPostgres({ isDurable: true });
  const database = await server.createDatabase();
  const withClient = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: database, application_name: 'trouble' });
    await client.connect();
    await work(client).finally(() => client.end());
  };
  /** Makes PostgreSQL refuse every write with the error code of a full disk, or accept writes again. */
  const refuseWrites = (isRefused: boolean) =>
    withClient(client =>
      client.query(`create or replace function trouble() returns trigger language plpgsql as $$ begin
        ${isRefused ? "raise exception 'planted' using errcode = 'disk_full';" : ''} return null; end $$`),
    );
  return {
    database,
    async prepare() {
      await refuseWrites(false);
      await withClient(async client => {
        const { rows } = await client.query<{ name: string }>(
          "select tablename as name from pg_tables where schemaname = 'public'",
        );
        for (const { name } of rows)
          await client.query(`create trigger trouble before insert or update on ${name} execute function trouble()`);
      });
    },
    faults: {
      async cut(forMs) {
        for (let leftMs = forMs; leftMs > 0; leftMs -= CUT_EVERY_MS) {
          await server.cutConnections(database);
          await pause(CUT_EVERY_MS);
        }
      },
      locked: forMs =>
        withClient(async client => {
          await client.query('begin');
          // Locks a single table, which every order needs. A lock on a second table could lead to a deadlock with the app.
          await client.query('lock table payments in access exclusive mode');
          await pause(forMs);
          await client.query('rollback');
        }),
      async full(forMs) {
        await refuseWrites(true);
        await pause(forMs);
        await refuseWrites(false);
      },
    },
    close: server.close,
  };
}
