import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PointRecord } from '../core/records/records.ts';
import type { DemoShop } from '../shop/catalogue/demo.ts';
import type { SimulatedPlug } from '../stations/simulator/plug.ts';

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
