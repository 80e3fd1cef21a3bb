import type { PlugState } from '../../../../shared/charging/session.ts';
import { getOrMake } from '../../../../shared/util/getOrMake.ts';
import type { StationAddress, StationListener } from '../../../core/ports/stationPort.ts';

interface PlugsDependencies {
  /** Returns all plugs of a charging station that are or were offered to drivers. */
  plugsOf(stationId: string): Promise<readonly StationAddress[]>;
  listener(): Pick<StationListener, 'reportPlug'>;
  now(): Date;
}

/** The numbers by which a station identifies a plug. 0 means all EVSEs, or all connectors of an EVSE. */
export interface PlugNumbers {
  evse: number;
  connector: number;
}

interface Reported {
  state: PlugState;
  /** Error code of the station and the code of its vendor. Null: no fault. Absent: the message does not name faults. */
  fault?: string | null;
  at: Date;
}

interface KnownPlug {
  state: PlugState;
  fault: string | null;
  at: number;
}

/** How long a station's plugs are cached. An import of the operator's files may change them. */
const CACHE_MS = 30_000;

/**
 * Converts a plug's numbers to a connector number of OCPP 1.6, which has no EVSEs. The first connector of an EVSE has the EVSE's
 * number, so a station with one plug per EVSE has the same numbers in all versions.
 */
export const connectorId16 = ({ evse, connector }: PlugNumbers): number => evse + connector - 1;

/** Stores the plug states that stations send, and reports changes to the listener. */
export function createPlugStore({ plugsOf, listener, now }: PlugsDependencies) {
  const addresses = new Map<string, { at: number; plugs: readonly StationAddress[] }>();
  /**
   * Maps a station to its plugs and their states. Each station searches only its own plugs, so that many stations can reconnect
   * at once.
   */
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
  const store = (stationId: string, plug: PlugNumbers, now: KnownPlug) =>
    getOrMake(known, stationId, () => new Map<string, KnownPlug>()).set(keyOf(plug), now);
  /** Stations whose plugs are not sold, whatever state they report. */
  const withheld = new Set<string>();
  const report = (stationId: string, { evseId, connector }: StationAddress, { state, fault }: Omit<KnownPlug, 'at'>) =>
    listener().reportPlug({
      ...{ evseId, connector, state: withheld.has(stationId) ? 'unavailable' : state },
      ...(fault ? { fault } : {}),
    });
  /** Returns the plugs that numbers mean: 0 means all. */
  const meantBy = async (stationId: string, plug: PlugNumbers) =>
    (await list(stationId)).filter(
      ({ chargePoint }) =>
        chargePoint !== null &&
        (plug.evse === 0 || chargePoint.evse === plug.evse) &&
        (plug.connector === 0 || chargePoint.connector === plug.connector),
    );

  return {
    list,
    /**
     * Finds the plug of a connector of OCPP 1.6.
     * @returns null if no plug is offered there
     */
    async byConnector16(stationId: string, connectorId: number): Promise<StationAddress | null> {
      const plugs = await list(stationId);
      return plugs.find(({ chargePoint }) => chargePoint && connectorId16(chargePoint) === connectorId) ?? null;
    },
    stateOf: (stationId: string, plug: PlugNumbers): PlugState | null => find(stationId, plug)?.state ?? null,
    /**
     * Stores the state of a plug and reports a change.
     * @param at time of the state by the app's clock. A state that is older than the stored one is ignored
     */
    async note(stationId: string, plug: PlugNumbers, { state, at, fault: reported }: Reported): Promise<void> {
      const before = find(stationId, plug);
      if (before && before.at > at.getTime()) return;
      // A fault that was reported in a message of its own lasts until the plug can be used again.
      const fault = reported === undefined && state === 'unavailable' ? (before?.fault ?? null) : (reported ?? null);
      const meant = await meantBy(stationId, plug);
      // A station may send any numbers. Only states of offered plugs are stored.
      if (meant.length === 0) return;
      if (before?.state !== state || before.fault !== fault)
        for (const address of meant) await report(stationId, address, { state, fault });
      // The state is stored after the report. If the report fails, the next message reports it again.
      store(stationId, plug, { state, fault, at: at.getTime() });
    },
    /** Stores the fault of plugs whose state is known, and reports a change. Null: the fault is over. */
    async noteFault(stationId: string, plug: PlugNumbers, fault: string | null): Promise<void> {
      for (const address of await meantBy(stationId, plug)) {
        const before = address.chargePoint && find(stationId, address.chargePoint);
        if (!address.chargePoint || !before || before.fault === fault) continue;
        await report(stationId, address, { state: before.state, fault });
        store(stationId, address.chargePoint, { ...before, fault });
      }
    },
    /** Takes all plugs of a station out of sale, or reports their true states again. */
    async withhold(stationId: string, isWithheld: boolean): Promise<void> {
      if (withheld.has(stationId) === isWithheld) return;
      if (isWithheld) withheld.add(stationId);
      else withheld.delete(stationId);
      for (const address of await list(stationId)) {
        const plug = address.chargePoint && find(stationId, address.chargePoint);
        if (plug) await report(stationId, address, plug);
      }
    },
    isWithheld: (stationId: string): boolean => withheld.has(stationId),
    /** Forgets the plug states of a station, so that its next messages report them again. */
    forget(stationId: string): void {
      known.delete(stationId);
    },
  };
}

export type Plugs = ReturnType<typeof createPlugStore>;
