import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { until } from '../../support/until.ts';
import { type ClusterFiles, portOf } from './files.ts';
import { giveAway, killServer, type Program, startProgram } from './programs.ts';

export interface Member {
  name: string;
  data: string;
  patroni: Program;
  /** Address of Patroni's REST API, and of PostgreSQL. */
  api: string;
  address: string;
}

export interface ClusterDatabase {
  members: readonly Member[];
  /** Returns the member that is the primary according to Patroni; null: none is at the moment. */
  primary(): Promise<Member | null>;
  /** Resolves once a standby confirms each commit. */
  standbyIsThere(): Promise<void>;
  /** Creates the role and the database of the app, as an operator does once. */
  createApp(): Promise<void>;
  /** Kills Patroni and all processes of PostgreSQL of the primary. @returns the member that was the primary */
  killPrimary(): Promise<Member>;
  /** Returns the connection URL of the superuser at a member. */
  adminUrl(member: Member): string;
  /** Returns what the programs have printed last. */
  output(): string;
  close(): Promise<void>;
}

const ADMIN_PASSWORD = 'a-password-of-postgres';
export const APP_PASSWORD = 'a-password-of-the-app';
const ETCD = ['21', '22', '23'];
const MEMBERS = [
  ['db1', '10.0.0.11'],
  ['db2', '10.0.0.12'],
] as const;
const OPENING_LIMIT_MS = 90_000;

/** Starts etcd on three machines and PostgreSQL with Patroni on two, all on loopback. */
export async function openDatabase(files: ClusterFiles, folder: string): Promise<ClusterDatabase> {
  const etcds = ETCD.map((end, n) => {
    const home = path.join(folder, `etcd${n + 1}`);
    mkdirSync(home);
    giveAway(home);
    const file = files.write('etcd.yml', `etcd${n + 1}.yml`, [
      ...(n === 0
        ? []
        : ([
            ['name: etcd1', `name: etcd${n + 1}`],
            [/urls: http:\/\/10\.0\.0\.21/g, `urls: http://10.0.0.${end}`],
          ] as const)),
      ['/var/lib/etcd/charging', path.join(home, 'data')],
    ]);
    return startProgram(['etcd', '--config-file', file], { folder });
  });
  const members = MEMBERS.map(([name, host]) => openMember(files, { folder, name, host }));
  const stopAll = () => {
    for (const { data } of members) killServer(data);
  };
  process.once('exit', stopAll);
  const output = () =>
    [...etcds, ...members.map(({ patroni }) => patroni)].map(program => program.output().slice(-1500)).join('\n');
  const primary = async () => {
    const are = await Promise.all(members.map(member => isNow(member, 'primary')));
    return members.find((_, n) => are[n]) ?? null;
  };
  const firstPrimary = () => until(primary, found => found !== null, OPENING_LIMIT_MS);
  const database: ClusterDatabase = {
    members,
    primary,
    async standbyIsThere() {
      const hasStandby = async () => (await Promise.all(members.map(member => isNow(member, 'synchronous')))).includes(true);
      await until(hasStandby, has => has, OPENING_LIMIT_MS);
    },
    async createApp() {
      const found = await firstPrimary();
      if (!found) throw new Error('No member is the primary');
      const admin = new pg.Client(adminUrl(found));
      await admin.connect();
      await admin.query(`create role charging login password '${APP_PASSWORD}'`);
      await admin.query('create database charging owner charging').finally(() => admin.end());
    },
    async killPrimary() {
      const lost = await firstPrimary();
      if (!lost) throw new Error('No member is the primary');
      lost.patroni.signal('SIGKILL');
      killServer(lost.data);
      return lost;
    },
    adminUrl,
    output,
    async close() {
      for (const { patroni } of members) await patroni.end('SIGTERM');
      stopAll();
      for (const etcd of etcds) await etcd.end('SIGTERM');
      process.off('exit', stopAll);
    },
  };
  return database;
}

function openMember(files: ClusterFiles, { folder, name, host }: { folder: string; name: string; host: string }): Member {
  const data = path.join(folder, `${name}-data`);
  const file = files.write('patroni.yml', `${name}.yml`, [
    ...(name === 'db1'
      ? []
      : ([
          ['name: db1', `name: ${name}`],
          [/10\.0\.0\.11:/g, `${host}:`],
        ] as const)),
    ['/var/lib/postgresql/15/charging', data],
    ['10.0.0.0/24', '127.0.0.1/32'],
    // Without a folder for sockets, because the folder of the system belongs to another user.
    ['wal_keep_size: 1GB', "wal_keep_size: 1GB\n        unix_socket_directories: ''"],
  ]);
  const patroni = startProgram(['patroni', file], { folder });
  return { name, data, patroni, api: files.at(`${host}:8008`), address: files.at(`${host}:5432`) };
}

const API_LIMIT_MS = 2000;

const adminUrl = ({ address }: Member): string => `postgres://postgres:${ADMIN_PASSWORD}@${address}/postgres`;

/** Asks Patroni whether the member is the primary, or a standby that confirms each commit. */
const isNow = ({ api }: Member, role: 'primary' | 'synchronous'): Promise<boolean> =>
  fetch(`http://${api}/${role}`, { signal: AbortSignal.timeout(API_LIMIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts PgBouncer with the file of `deploy/cluster`. */
export function startPgbouncer(files: ClusterFiles, folder: string): Program {
  const users = path.join(folder, 'userlist.txt');
  writeFileSync(users, `"charging" "${APP_PASSWORD}"\n`);
  giveAway(users);
  const file = files.write('pgbouncer.ini', 'pgbouncer.ini', [
    ['host=10.0.0.2 port=5432', `host=127.0.0.1 port=${portOf(files.at('10.0.0.2:5432'))}`],
    ['listen_addr = 10.0.0.2', 'listen_addr = 127.0.0.1'],
    ['listen_port = 6432', `listen_port = ${portOf(files.at('10.0.0.2:6432'))}`],
    ['/etc/pgbouncer/userlist.txt\n;', `${users}\n;`],
  ]);
  return startProgram(['pgbouncer', file], { folder });
}
