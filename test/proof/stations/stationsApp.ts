import { ocppRows } from '../../../server/compose/sources.ts';
import { createStationRegistry } from '../../../server/stations/ocpp/chargePoints/registry.ts';
import type { Store } from '../../../server/store/engine/database.ts';
import { openStore } from '../../../server/store/openStore.ts';
import { type BuiltApp, startBuiltApp } from '../../support/builtApp.ts';
import { shopWith, stationOf } from '../../support/manyPoints.ts';
import { startPostgres } from '../../support/postgres.ts';
import { type CutProxy, openCutProxy } from '../money/cutProxy.ts';

/** Two processes of the built app on one PostgreSQL, with simulated stations of one plug each. */
export interface StationsApp {
  apps: readonly BuiltApp[];
  store: Store;
  /** The proxy to which stations connect. It forwards each connection to one of the two processes. */
  proxy: CutProxy;
  close(): Promise<void>;
}

export async function openStationsApp(stations: number): Promise<StationsApp> {
  const postgres = await startPostgres({ isDurable: true });
  const shop = shopWith(stations, { hasStations: true });
  const url = await postgres.createDatabase();
  const env = {
    DATABASE_URL: url,
    DATABASE_LISTEN_URL: url,
    OPERATOR_DATA: shop.folder,
    STATIONS: 'ocpp',
    DEMO: '1',
    SECRET: 'a secret of thirty-two characters',
  };
  const apps = [await startBuiltApp({ speed: 1, env }), await startBuiltApp({ speed: 1, env })];
  const store = openStore({ databaseUrl: url, databaseListenUrl: null, dataDir: '' });
  const registry = createStationRegistry({ store: ocppRows(store), now: () => new Date() });
  for (let n = 0; n < stations; n++) await registry.add(stationOf(n), { protocol: null });
  const proxy = await openCutProxy(() => apps[Math.floor(Math.random() * apps.length)]?.origin ?? '');
  return {
    apps,
    store,
    proxy,
    async close() {
      proxy.close();
      for (const app of apps) await app.close();
      await store.close();
      await postgres.close();
      shop.close();
    },
  };
}
