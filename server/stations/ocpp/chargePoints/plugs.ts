import type { PlugState } from '../../../../shared/charging/session.ts';
import { getOrMake } from '../../../../shared/util/getOrMake.ts';
import type { StationAddress, StationListener } from '../../../core/ports/stationPort.ts';

interface PlugsDependencies {
  /** All plugs of a charging station that are or were sold. */
  plugsOf(stationId: string): Promise<readonly StationAddress[]>;
  listener(): Pick<StationListener, 'reportPlug'>;
  now(): Date;
}

/** A station's own numbers of one plug. 0 means all EVSEs, or all connectors. */
export interface PlugNumbers {
  evse: number;
  connector: number;
}

interface KnownPlug {
  state: PlugState;
  at: number;
}

/** The plugs of a station are read again after 30 s, because an import of the operator's files can change them. */
const CACHE_MS = 30_000;

/**
 * Converts the numbers of a plug to a connector number of OCPP 1.6, which has no EVSEs. An EVSE has the number of its first
 * connector. Stations with one plug per EVSE therefore have the same numbers in all versions.
 */
export const connectorId16 = ({ evse, connector }: PlugNumbers): number => evse + connector - 1;

/** Stores the states of plugs that stations send, and reports changes to the listener. */
export function createPlugStore({ plugsOf, listener, now }: PlugsDependencies) {
  const addresses = new Map<string, { at: number; plugs: readonly StationAddress[] }>();
  /** By station and plug. A station searches only its own plugs, so that a mass reconnect stays fast. */
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
    /**
     * Finds the plug of an OCPP 1.6 connector.
     * @returns null if no plug is sold there
     */
    async byConnector16(stationId: string, connectorId: number): Promise<StationAddress | null> {
      const plugs = await list(stationId);
      return plugs.find(({ chargePoint }) => chargePoint && connectorId16(chargePoint) === connectorId) ?? null;
    },
    stateOf: (stationId: string, plug: PlugNumbers): PlugState | null => find(stationId, plug)?.state ?? null,
    /**
     * Stores the state of a plug and reports a change.
     * @param at time of the state on the app's clock; an older state does not replace a newer one
     */
    async note(stationId: string, plug: PlugNumbers, { state, at }: { state: PlugState; at: Date }): Promise<void> {
      const before = find(stationId, plug);
      if (before && before.at > at.getTime()) return;
      const isMeant = ({ chargePoint }: StationAddress): boolean =>
        chargePoint !== null &&
        (plug.evse === 0 || chargePoint.evse === plug.evse) &&
        (plug.connector === 0 || chargePoint.connector === plug.connector);
      const meant = (await list(stationId)).filter(isMeant);
      // A station may send any numbers. Only the states of sold plugs are stored.
      if (meant.length === 0) return;
      if (before?.state !== state)
        for (const { evseId, connector } of meant) await listener().reportPlug({ evseId, connector, state });
      // The state is stored after the report. If the report fails, the next message reports the state again.
      getOrMake(known, stationId, () => new Map<string, KnownPlug>()).set(keyOf(plug), { state, at: at.getTime() });
    },
    /** Forgets the states of a station's plugs, so that the next messages report them again. */
    forget(stationId: string): void {
      known.delete(stationId);
    },
  };
}

export type Plugs = ReturnType<typeof createPlugStore>;
