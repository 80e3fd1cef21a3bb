import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { unprivilegedUser } from '../../support/postgresFolder.ts';
import { TOOLS_ENV } from '../deploy/tools.ts';

/** The folder with PostgreSQL's programs that `deploy/cluster/patroni.yml` names. */
const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
const PACKAGES: Readonly<Record<string, string>> = {
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  [`${POSTGRES_BIN}/postgres`]: 'postgresql-15',
};

/** Returns the Debian packages that are not installed. */
export const missingPackages = (): readonly string[] =>
  Object.entries(PACKAGES).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));

/** A program of the cluster. After its end it can be started again. */
export interface Program {
  start(): void;
  signal(name: NodeJS.Signals): void;
  /** Sends the signal and waits for the end of the program. */
  end(name: NodeJS.Signals): Promise<void>;
  /** Returns the last lines that the program has printed. */
  output(): string;
}

const OUTPUT_CHARACTERS = 4000;

/** Starts a program as an unprivileged user, because PostgreSQL, Patroni and PgBouncer refuse to run as root. */
export function startProgram(words: readonly string[], { folder }: { folder: string }): Program {
  const [command = '', ...rest] = words;
  let child: ChildProcess | null = null;
  let output = '';
  const append = (text: Buffer) => {
    output = `${output}${text}`.slice(-OUTPUT_CHARACTERS);
  };
  const isOver = () => child === null || child.exitCode !== null || child.signalCode !== null;
  const endWithUs = () => child?.kill('SIGKILL');
  process.once('exit', endWithUs);
  const start = () => {
    const env = { ...TOOLS_ENV, HOME: folder, LC_ALL: 'C' };
    child = spawn(command, rest, { ...unprivilegedUser(), cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', append);
    child.once('error', error => append(Buffer.from(String(error))));
  };
  start();
  return {
    start() {
      if (isOver()) start();
    },
    signal: name => void child?.kill(name),
    async end(name) {
      if (isOver() || child === null) return;
      child.kill(name);
      await once(child, 'exit');
    },
    output: () => output,
  };
}

export function giveAway(place: string): void {
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined && gid !== undefined) chownSync(place, uid, gid);
}

/** Returns the process id of the PostgreSQL server of a data folder; null if none has run there. */
function postmasterOf(data: string): number | null {
  const file = path.join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const isServer = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
};

/** Sends SIGKILL to the PostgreSQL server of a data folder and to all its processes, as the loss of the machine would. */
export function killServer(data: string): void {
  const pid = postmasterOf(data);
  if (pid === null || !isServer(pid)) return;
  for (const each of [pid, ...childrenOf(pid)])
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // The process has ended in the meantime.
    }
}
