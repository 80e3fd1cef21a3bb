import type { SimulatedPlug } from '../../server/stations/simulator/plug.ts';

/** Simulated plugs whose state never changes. */
export const plugBoard = (plugs: readonly SimulatedPlug[]) => ({
  plugs,
  findPlug: async ({ evseId, connector }: { evseId: string; connector: string }) =>
    plugs.find(plug => plug.evseId === evseId && plug.connector === connector) ?? null,
});
