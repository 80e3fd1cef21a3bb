import type { PlugState } from '../../../../shared/charging/session.ts';
import { getOrMake } from '../../../../shared/util/recent.ts';
import type { StationAddress, StationListener } from '../../../core/ports/stationPort.ts';

interface PlugsDependencies {
  /** Every plug of a charge point that is or was sold. */
  plugsOf(stationId: string): Promise<readonly StationAddress[]>;
  listener(): Pick<StationListener, 'reportPlug'>;
  now(): Date;
}

/** One plug in a station's own numbers; 0: all of them. */
export interface PlugNumbers {
  evse: number;
  connector: number;
}

interface KnownPlug {
  state: PlugState;
  at: number;
}

/** The operator's files may name another plug meanwhile. */
const CACHE_MS = 30_000;

/**
 * OCPP 1.6 numbers connectors and knows no EVSEs: an EVSE has the number of its first connector, so that charge points whose
 * EVSEs have one plug each are numbered alike in all versions.
 */
export const connectorId16 = ({ evse, connector }: PlugNumbers): number => evse + connector - 1;

/** How plugs stand, by what stations say. */
export function createPlugStore({ plugsOf, listener, now }: PlugsDependencies) {
  const addresses = new Map<string, { at: number; plugs: readonly StationAddress[] }>();
  /** By station, and there by plug: in a storm of stations each looks at its own alone. */
  const known = new Map<string, Map<string, KnownPlug>>();

  const list = async (stationId: string): Promise<readonly StationAddress[]> => {
    const cached = addresses.get(stationId);
    if (cached && now().getTime() - cached.at < CACHE_MS) return cached.plugs;
    const plugs = await plugsOf(stationId);
    addresses.set(stationId, { at: now().getTime(), plugs });
    return plugs;
  };
  const keyOf = ({ evse, connector }: PlugNumbers) => `${evse} ${connector}`;
  const find = (stationId: string, plug: PlugNumbers) => known.get(stationId)?.get(keyOf(plug));

  return {
    list,
    /** Of one connector of 1.6; null: nothing is sold there. */
    async byConnector16(stationId: string, connectorId: number): Promise<StationAddress | null> {
      const plugs = await list(stationId);
      return plugs.find(({ chargePoint }) => chargePoint && connectorId16(chargePoint) === connectorId) ?? null;
    },
    stateOf: (stationId: string, plug: PlugNumbers): PlugState | null => find(stationId, plug)?.state ?? null,
    /** @param at when it was so, by our clock: an older word does not take a newer one's place */
    async note(stationId: string, plug: PlugNumbers, { state, at }: { state: PlugState; at: Date }): Promise<void> {
      const before = find(stationId, plug);
      if (before && before.at > at.getTime()) return;
      const isMeant = ({ chargePoint }: StationAddress): boolean =>
        chargePoint !== null &&
        (plug.evse === 0 || chargePoint.evse === plug.evse) &&
        (plug.connector === 0 || chargePoint.connector === plug.connector);
      const meant = (await list(stationId)).filter(isMeant);
      // Stations may number as they like: only what is sold is remembered.
      if (meant.length === 0) return;
      if (before?.state !== state)
        for (const { evseId, connector } of meant) await listener().reportPlug({ evseId, connector, state });
      // What could not be written down is told again.
      getOrMake(known, stationId, () => new Map<string, KnownPlug>()).set(keyOf(plug), { state, at: at.getTime() });
    },
    /** What it was is not known any more: it is told anew. */
    forget(stationId: string): void {
      known.delete(stationId);
    },
  };
}

export type Plugs = ReturnType<typeof createPlugStore>;
