import { freePort } from './freePort.ts';
import { openPostgresFolder, type RunningPostgres, USER } from './postgresFolder.ts';
import { type Followed, openStandby, waitForStandby } from './postgresStandby.ts';
import { sqlAt } from './sqlAt.ts';

export interface PostgresServer extends Followed, Pick<RunningPostgres, 'freeze' | 'thaw'> {
  /** A new, empty database; with `like` a copy of another one of this server. */
  createDatabase(like?: string): Promise<string>;
  /** Ends every connection to a database except those it is asked on, as a restart of the server would. */
  cutConnections(url: string, where?: string): Promise<void>;
}

interface PostgresServerOptions {
  /** Writes reach the disk before they are confirmed. Tests do without: the data is thrown away anyway. */
  isDurable?: boolean;
}

const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** A real PostgreSQL out of node_modules, with a folder and a loopback port of its own. */
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
