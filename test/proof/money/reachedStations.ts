import { openCutProxy } from './cutProxy.ts';
import type { FaultProxy } from './faultProxy.ts';
import { CPO_TOKEN } from './ocpiStations.ts';
import type { LineCounts } from './ocppLine.ts';
import { type OcppPlan, PLUGS_OF_ONE } from './ocppStations.ts';
import { openPeer, type Peer } from './processes.ts';
import type { ProofTime } from './time.ts';
import { post } from './wire.ts';

/**
 * How the app reaches the stations. 'own': by direct HTTP calls to the fake stations. 'ocpi': through a CPO. 'ocpp': the
 * stations connect to the app.
 */
export const STATION_KINDS = ['own', 'ocpi', 'ocpp'] as const;
export type StationKind = (typeof STATION_KINDS)[number];

interface ReachedStationsOptions {
  folder: string;
  /** Options of every fake server. */
  peers: { time: ProofTime; seed: string };
  points: number;
  /** Fault proxy for the calls to the app. */
  back: FaultProxy;
  /** Returns the origin of one of the app's processes, chosen at random. */
  someApp(): string;
}

export interface ReachedStations {
  stations: Peer;
  ocpiBase: string | null;
  ocpp: OcppPlan | null;
  /** Resolves once visitors can use the stations. */
  areThere(): Promise<void>;
  /**
   * Cuts the given share (0 to 1) of the stations' connections. Null: the stations have no permanent connection to the app; only
   * OCPP stations have one.
   */
  cut: ((share: number) => void) | null;
  cuts: (() => number) | null;
  /**
   * Returns the number of faults injected into the stations' connections and the protocol errors of the app; null if the
   * stations have no permanent connection.
   */
  standing(): Promise<Standing | null>;
  close(): void;
}

interface Standing {
  connected: number;
  faults: readonly string[];
  counts: LineCounts;
}

/** Minimum timeout of a call in real time. With a fast clock, `CALL_LIMIT_MS` would be too short for a busy machine. */
const MIN_CALL_LIMIT_MS = 1500;
const CALL_LIMIT_MS = 25_000;
const COMING_LIMIT_MS = 60_000;

export async function openStations(
  { stations: kind, broken }: { stations: StationKind; broken: number | null },
  options: ReachedStationsOptions,
): Promise<ReachedStations> {
  if (kind === 'ocpp') return openOcppStations(options);
  const { folder, peers, back } = options;
  const ocpiBase = `${back.origin}/ocpi`;
  const stations = await (kind === 'ocpi'
    ? openPeer(folder, 'cpoServer', { ...peers, reportsTo: ocpiBase, token: CPO_TOKEN })
    : openPeer(folder, 'stationServer', { ...peers, reportsTo: `${back.origin}/reports`, forgetsCancellations: broken === 1 }));
  return {
    stations,
    ocpiBase: kind === 'ocpi' ? ocpiBase : null,
    ocpp: null,
    areThere: async () => undefined,
    cut: null,
    cuts: null,
    standing: async () => null,
    close: stations.close,
  };
}

async function openOcppStations({ folder, peers, points, someApp }: ReachedStationsOptions): Promise<ReachedStations> {
  const callLimitMs = Math.max(MIN_CALL_LIMIT_MS, CALL_LIMIT_MS / peers.time.speed);
  const count = Math.ceil(points / PLUGS_OF_ONE);
  const proxy = await openCutProxy(someApp);
  const facts = { ...peers, url: `ws://${proxy.host}/ocpp`, stations: count, answerWithinMs: callLimitMs };
  const stations = await openPeer(folder, 'ocppServer', facts);
  const standing = async () => (await post(`${stations.origin}/standing`, {})) as Standing;
  return {
    stations,
    ocpiBase: null,
    ocpp: { stations: count, callLimitMs },
    async areThere() {
      const giveUpAt = performance.now() + COMING_LIMIT_MS;
      while ((await standing()).connected < count) {
        if (performance.now() > giveUpAt) throw new Error(`Only ${(await standing()).connected} of ${count} stations came`);
        await new Promise(resolve => setTimeout(resolve, 200));
      }
    },
    cut: proxy.cut,
    cuts: proxy.cuts,
    standing,
    close() {
      stations.close();
      proxy.close();
    },
  };
}
