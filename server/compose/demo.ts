import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PointRecord } from '../core/records/records.ts';
import type { DemoShop } from '../shop/catalogue/demo.ts';
import type { SimulatedPlug } from '../stations/simulator/plug.ts';
import type { PlugAddress } from '../stations/simulator/starts.ts';
import type { Store } from '../store/engine/database.ts';
import { findPoint } from '../store/shop/catalogue.ts';
import { listPointRows } from '../store/shop/points.ts';

/** The demo shop. `scripts` maps an EVSE ID to the simulated behaviour of the charging point. */
export interface DemoPlugs extends DemoShop {
  scripts: Readonly<Record<string, { script: SimulatedPlug['script']; plugs?: Readonly<Record<string, SimulatedPlug['idle']>> }>>;
}

export async function readDemo(folder: string): Promise<DemoPlugs> {
  const text = await readFile(path.join(folder, 'stations.json'), 'utf8').catch(() => '{}');
  return { scripts: JSON.parse(text) as DemoPlugs['scripts'] };
}

const IDLE: Readonly<Partial<Record<SimulatedPlug['script'], SimulatedPlug['idle']>>> = {
  connected: 'preparing',
  occupied: 'occupied',
  'out-of-order': 'unavailable',
};

/** Returns a simulated connector for each connector of the charging points whose station source is 'simulator'. */
export function simulatedPlugs(points: readonly PointRecord[], { scripts }: DemoPlugs): SimulatedPlug[] {
  const simulated = points.filter(({ station }) => (station?.source ?? 'simulator') === 'simulator');
  return simulated.flatMap(({ evseId, timeZone, state, connectors }) => {
    const { script = 'plugs-in', plugs = {} } = scripts[evseId] ?? {};
    return connectors.map(({ id, powerW, isDc }) => ({
      evseId,
      connector: id,
      powerW,
      isDc,
      timeZone,
      script,
      idle: plugs[id] ?? IDLE[script] ?? state,
    }));
  });
}

/**
 * Reads the connectors for the simulator from the database, because it also contains retired points and points that were
 * imported after the start.
 */
export const plugsOf = (store: Store, demo: DemoPlugs) => ({
  plugs: {
    async *[Symbol.asyncIterator]() {
      for await (const points of portionsOfPoints(store.db)) yield* simulatedPlugs(points, demo);
    },
  },
  async findPlug({ evseId, connector }: PlugAddress) {
    const point = await findPoint(store.db, evseId, { includesRemoved: true });
    return simulatedPlugs(point ? [point] : [], demo).find(plug => plug.connector === connector) ?? null;
  },
});

/** Iterates over all points that are offered, in batches. */
async function* portionsOfPoints(db: Store['db']): AsyncGenerator<PointRecord[]> {
  const limit = 200;
  for (let after: string | undefined; ; ) {
    const rows = await listPointRows(db, { limit, after });
    yield rows.map(({ point }) => point);
    after = rows.at(-1)?.point.evseId;
    if (rows.length < limit) return;
  }
}
