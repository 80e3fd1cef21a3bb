import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepRegistry } from '../../../server/adapters/ocpp/registry/registry.ts';
import { ocppRows } from '../../../server/compose/sources.ts';
import { openStore } from '../../../server/operator/store/engine/openStore.ts';
import type { Store } from '../../../server/operator/store/store.ts';
import { type BuiltApp, startBuiltApp } from '../../support/builtApp.ts';
import { startPostgres } from '../../support/postgres.ts';
import { type CutProxy, openCutProxy } from '../money/cutProxy.ts';

export const CLIENT = 'blaufink';
const POWER_W = 150_000;

export const evseOf = (n: number): string => `DE*BLF*E${20_000 + n}*1`;
export const idOf = (n: number): string => `ST${n}`;

/** The app as visitors get it, twice on one PostgreSQL, with a plug at each of so many stations. */
export interface House {
  apps: readonly BuiltApp[];
  store: Store;
  /** Where stations connect: to one of the processes each time. */
  proxy: CutProxy;
  close(): Promise<void>;
}

/** The demo shop with so many more points, each at a station of its own. */
function shopWith(count: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'stations-shop-'));
  cpSync('demo', folder, { recursive: true });
  const file = path.join(folder, 'locations/koeln-blaufink.json');
  const locations = JSON.parse(readFileSync(file, 'utf8')) as { id: string; evses: { connectors: object[] }[] }[];
  const [like] = locations;
  const evse = like?.evses[0];
  if (!like || !evse) throw new Error('The demo shop has lost a point');
  const dc = { standard: 'IEC_62196_T2_COMBO', format: 'CABLE', power_type: 'DC', max_electric_power: POWER_W };
  const connectors = [{ ...evse.connectors[0], ...dc, max_voltage: 920, max_amperage: 200 }];
  const evses = Array.from({ length: count }, (_, n) => ({ ...evse, connectors, uid: `S${n}`, evse_id: evseOf(n) }));
  writeFileSync(file, JSON.stringify([...locations, { ...like, id: 'many', evses }]));
  const chargePoints = Object.fromEntries(evses.map(({ evse_id }, n) => [idOf(n), [evse_id]]));
  writeFileSync(path.join(folder, 'chargePoints.json'), JSON.stringify(chargePoints));
  return folder;
}

export async function openHouse(stations: number): Promise<House> {
  const postgres = await startPostgres({ isDurable: true });
  const shop = shopWith(stations);
  const url = await postgres.createDatabase();
  const env = {
    DATABASE_URL: url,
    DATABASE_LISTEN_URL: url,
    OPERATOR_DATA: shop,
    STATIONS: 'ocpp',
    DEMO: '1',
    SECRET: 'a secret of thirty-two characters',
  };
  const apps = [await startBuiltApp({ speed: 1, env }), await startBuiltApp({ speed: 1, env })];
  const store = openStore({ databaseUrl: url, databaseListenUrl: null, dataDir: '' });
  const registry = keepRegistry({ store: ocppRows(store), now: () => new Date() });
  for (let n = 0; n < stations; n++) await registry.add(idOf(n), { protocol: null });
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
      rmSync(shop, { recursive: true, force: true });
    },
  };
}
