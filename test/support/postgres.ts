import { freePort } from './freePort.ts';
import { openPostgresFolder, type RunningPostgres, USER } from './postgresFolder.ts';
import { type Followed, openStandby, waitForStandby } from './postgresStandby.ts';
import { sqlAt } from './sqlAt.ts';

export interface PostgresServer extends Followed, Pick<RunningPostgres, 'freeze' | 'thaw'> {
  /**
   * Creates an empty database, or a copy of the database `like` on the same server.
   * @returns the connection URL
   */
  createDatabase(like?: string): Promise<string>;
  /**
   * Ends connections to a database, as a restart of the server would. `where`: SQL condition on pg_stat_activity; default: all
   * connections.
   */
  cutConnections(url: string, where?: string): Promise<void>;
}

interface PostgresServerOptions {
  /**
   * True: a commit is confirmed only after its data is on the disk. Most tests do not need this, because their databases are
   * temporary.
   */
  isDurable?: boolean;
}

const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Starts a real PostgreSQL server from node_modules, with a new data folder and on a free loopback port. */
export async function startPostgres({ isDurable = false }: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = openPostgresFolder();
  const args = ['--pgdata', folder.data, `--username=${USER}`, '--auth=trust', '--no-sync', '--encoding=UTF8', '--no-locale'];
  folder.run('initdb', args);
  const port = await freePort();
  const server = await folder.start(port, isDurable ? [] : CARELESS);

  const urlOf = (name: string) => `postgres://${USER}@127.0.0.1:${port}/${name}`;
  const asAdmin = (text: string, values: readonly string[] = []) => sqlAt(urlOf('postgres'), text, values);
  let databases = 0;
  return {
    async createDatabase(like) {
      const name = `house_${++databases}`;
      await asAdmin(`create database ${name}${like ? ` template ${new URL(like).pathname.slice(1)}` : ''}`);
      return urlOf(name);
    },
    async cutConnections(url, where = 'true') {
      const name = new URL(url).pathname.slice(1);
      await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and ${where}`, [name]);
    },
    openStandby: () => openStandby({ data: folder.data, port, settings: isDurable ? [] : CARELESS }),
    waitForStandby: () => waitForStandby(urlOf('postgres')),
    kill: server.kill,
    freeze: server.freeze,
    thaw: server.thaw,
    async close() {
      await server.stop();
      folder.remove();
    },
  };
}
