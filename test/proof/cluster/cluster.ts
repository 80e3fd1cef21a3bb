import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ocppRows } from '../../../server/compose/sources.ts';
import { createStationRegistry } from '../../../server/stations/ocpp/chargePoints/registry.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import { openStore } from '../../../server/store/openStore.ts';
import { type BuiltApp, startBuiltApp } from '../../support/builtApp.ts';
import { type Controlled, openControlled } from '../../support/controlled.ts';
import { shopWith, stationOf } from '../../support/manyPoints.ts';
import type { MeteredStart } from '../money/cars.ts';
import { APP_PASSWORD, type ClusterDatabase, openDatabase, startPgbouncer } from './database.ts';
import { openClusterFiles, portOf } from './files.ts';
import { startHaproxy } from './haproxy.ts';
import { type HeldRelay, openHeldRelay } from './heldRelay.ts';
import { giveAway, type Program } from './programs.ts';

/** HAProxy, three processes of the app, PgBouncer, and PostgreSQL with Patroni, with the files of `deploy/cluster`. */
export interface Cluster {
  /** Address of the app for drivers. */
  origin: string;
  /** Connection URLs that bypass the network between the app and the database. */
  urls: { pooler: string; primary: string };
  apps: readonly BuiltApp[];
  database: ClusterDatabase;
  haproxy: Program;
  pgbouncer: Program;
  /** The network between the app and the database: to PgBouncer, and to the listener of the primary. */
  relays: readonly HeldRelay[];
  /** The database as the proof reads it, without PgBouncer. */
  store: Store;
  stations: ClusterStations;
  close(): Promise<void>;
}

interface ClusterStations {
  standing(): Promise<{ connected: number; faults: readonly string[] }>;
  readMeters(): Promise<readonly MeteredStart[]>;
}

interface ClusterOptions {
  stations: number;
  seed: string;
  print(line: string): void;
}

const PROCESSES = ['31', '32', '33'];

export async function openCluster({ stations: count, seed, print }: ClusterOptions): Promise<Cluster> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const folder = mkdtempSync(path.join(tmpdir(), 'cluster-'));
    giveAway(folder);
    const remove = () => rmSync(folder, { recursive: true, force: true });
    process.once('exit', remove);
    closing.push(remove);
    const files = await openClusterFiles(folder);
    const database = await openDatabase(files, folder);
    closing.push(database.close);
    const haproxy = startHaproxy(files, folder);
    closing.push(() => haproxy.end('SIGKILL'));
    const pgbouncer = startPgbouncer(files, folder);
    closing.push(() => pgbouncer.end('SIGTERM'));
    await opened(database);
    print('PostgreSQL has a primary and a standby that confirms each commit');

    const relays = [await openHeldRelay(files.at('10.0.0.2:6432')), await openHeldRelay(files.at('10.0.0.2:5432'))];
    for (const relay of relays) closing.push(relay.close);
    const shop = shopWith(count, { hasStations: true });
    closing.push(shop.close);
    const urlAt = (address = '') => `postgres://charging:${APP_PASSWORD}@${address}/charging`;
    const env = {
      DATABASE_URL: urlAt(relays[0]?.host),
      DATABASE_LISTEN_URL: urlAt(relays[1]?.host),
      HOST: '127.0.0.1',
      TRUST_PROXY: 'loopback',
      OPERATOR_DATA: shop.folder,
      STATIONS: 'ocpp',
      DEMO: '1',
      SECRET: 'a secret of thirty-two characters',
    };
    const apps: BuiltApp[] = [];
    for (const end of PROCESSES) {
      const app = await startBuiltApp({ speed: 1, env: { ...env, PORT: portOf(files.at(`10.0.0.${end}:3000`)) } });
      apps.push(app);
      closing.push(app.close);
    }
    print(`${apps.length} processes of the app are ready`);
    const urls = { pooler: urlAt(files.at('10.0.0.2:6432')), primary: urlAt(files.at('10.0.0.2:5432')) };
    const store = openStore({ databaseUrl: urls.primary, databaseListenUrl: null, dataDir: '' });
    closing.push(() => store.close());
    const registry = createStationRegistry({ store: ocppRows(store), now: () => new Date() });
    for (let n = 0; n < count; n++) await registry.add(stationOf(n), { protocol: null });
    const web = files.at('10.0.0.2:443');
    const peer = await openControlled(path.join(import.meta.dirname, 'stationsMain.ts'));
    closing.push(peer.close);
    await peer.request('POST', '/open', { url: `ws://${web}/ocpp`, stations: count, seed });
    const origin = `http://${web}`;
    return { origin, urls, apps, database, haproxy, pgbouncer, relays, store, stations: stationsOf(peer), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws Error with the output of the programs if PostgreSQL does not come with its standby */
async function opened(database: ClusterDatabase): Promise<void> {
  try {
    await database.createApp();
    await database.standbyIsThere();
  } catch (error) {
    throw new Error(`PostgreSQL did not open with a standby:\n${database.output()}`, { cause: error });
  }
}

const stationsOf = ({ request }: Controlled): ClusterStations => ({
  standing: async () => (await request('POST', '/standing')) as Awaited<ReturnType<ClusterStations['standing']>>,
  readMeters: async () => (await request('POST', '/book')) as MeteredStart[],
});
