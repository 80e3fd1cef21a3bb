import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ocppOf } from '../../../server/compose/sources.ts';
import type { Clock } from '../../../server/core/ports/ports.ts';
import type { Stations } from '../../../server/core/ports/stationPort.ts';
import type { PointRecord } from '../../../server/core/records/records.ts';
import type { Operator } from '../../../server/operator/operator.ts';
import { createOcpp } from '../../../server/stations/ocpp/ocpp.ts';
import type { Store } from '../../../server/store/engine/database.ts';

/** Settings of a proof whose stations connect by OCPP. */
export interface OcppPlan {
  stations: number;
  /** Maximum wait for the response of a station, in real time, because the OCPP library measures it in real time. */
  callLimitMs: number;
}

/** Plugs per station. Each plug is a separate EVSE. */
export const PLUGS_OF_ONE = 2;
export const stationId = (n: number): string => `CP${n}`;

/** Returns the station address of the n-th point. Each station has two points. */
export const plugAddress = (n: number): NonNullable<PointRecord['station']> => ({
  source: 'ocpp',
  countryCode: '',
  partyId: '',
  locationId: '',
  evseUid: '',
  chargePoint: { id: stationId(Math.floor(n / PLUGS_OF_ONE)), evse: (n % PLUGS_OF_ONE) + 1, connectors: { 1: 1 } },
  canUnlock: true,
});

interface OcppStationsOptions {
  store: Store;
  clock: Clock;
  secret: string;
  port: number;
  plan: OcppPlan;
  operator(): Operator;
  warn(event: string, facts: Readonly<Record<string, string | number>>): void;
}

export interface ProofOcpp {
  stations: Stations;
  processId: string;
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  run(signal: AbortSignal): Promise<void>;
  /** Adds the stations, as the operator command `station add` does. */
  addStations(): Promise<void>;
}

/** Creates the OCPP adapter of the app, with the same dependencies as in production. */
export function createProofOcpp({ store, clock, secret, port, plan, operator, warn }: OcppStationsOptions): ProofOcpp {
  const processId = randomUUID();
  const ocpp = createOcpp({
    ...ocppOf(
      { isDemo: true, secret, publicOrigin: null, port, trustProxy: 0 },
      {
        store,
        clock,
        processId,
        listener: operator,
        note(event, facts) {
          if (OURS.includes(event)) warn(event, facts);
        },
      },
    ),
    callLimitMs: plan.callLimitMs,
  });
  return {
    stations: ocpp.stations,
    processId,
    upgrade: ocpp.upgrade,
    run: ocpp.run,
    async addStations() {
      for (let n = 0; n < plan.stations; n++) await ocpp.registry.add(stationId(n), { protocol: null });
    },
  };
}

/** Log events that only a fault of the app can cause. */
const OURS: readonly string[] = ['ocpp message rejected by station', 'ocpp websocket server error'];
