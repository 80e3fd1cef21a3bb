import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { StationSourceName } from '../config/settings.ts';
import type { ChargePointCounts, ConnectionCounts } from '../core/ports/backend.ts';
import type { StationAddress, StationCapabilities, Stations } from '../core/ports/stationPort.ts';
import type { AppDependencies } from '../http/app.ts';
import type { HealthDependencies } from '../http/operations/health.ts';
import type { Ocpi, OcpiDependencies } from '../stations/ocpi/ocpi.ts';
import type { Ocpp, OcppDependencies } from '../stations/ocpp/ocpp.ts';
import { createSimulator } from '../stations/simulator/simulator.ts';
import type { SimulatorDependencies } from '../stations/simulator/starts.ts';

/**
 * How long the results of checks of station sources are cached, so that frequent requests of /status do not burden the stations.
 */
const CACHE_MS = 60_000;

/** A station source (simulator, OCPI or OCPP), with the background work of its adapter. */
export interface StationSource {
  /** First part of `StationAddress.source`. In an address, a colon and the name of a connection may follow. */
  name: StationSourceName;
  stations: Stations;
  /** Runs the background work. Resolves when `signal` has aborted and the work has ended. */
  run(signal: AbortSignal): Promise<void>;
}

export interface ComposedStations extends Pick<AppDependencies, 'webhooks'> {
  stations: Stations;
  /** The OCPI adapter. Null if OCPI is not configured. */
  ocpi: Ocpi | null;
  /** Handles WebSocket handshakes. Null if no station source uses WebSockets. */
  upgrade: Upgrade | null;
  /** Health checks, one per station source. */
  checks: HealthDependencies['checks'];
  /** Returns the state of each OCPI connection by name. Null if OCPI is not configured. */
  connections(): Promise<Readonly<Record<string, ConnectionCounts>> | null>;
  /** Returns counts of the stations that connect to the app by OCPP. Null if OCPP is not configured. */
  chargePoints(): Promise<ChargePointCounts | null>;
  run(signal: AbortSignal): Promise<unknown>;
}

/** Takes over a connection whose HTTP client requests a WebSocket. */
export type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

interface StationsDependencies {
  names: readonly StationSourceName[];
  simulator: SimulatorDependencies;
  /** Dependencies of the OCPI adapter. Null if OCPI is not configured. */
  ocpi: OcpiDependencies | null;
  ocpp: OcppDependencies;
  others: readonly StationSource[];
}

/** Path of our OCPI endpoints, below the public origin. */
export const OCPI_PATH = '/ocpi';
/** Path to which OCPP stations connect, below the public origin. */
export const OCPP_PATH = '/ocpp';
/** Path below which stations upload files. */
export const STATION_FILES_PATH = `${OCPP_PATH}/files`;

/** Opens all configured station sources. A call is passed to the station source that the station's address names. */
export async function openStations({ names, simulator, ocpi, ocpp, others }: StationsDependencies): Promise<ComposedStations> {
  const peers = ocpi && names.includes('ocpi') ? await openOcpi(ocpi) : null;
  const central = names.includes('ocpp') ? await openOcpp(ocpp) : null;
  const sources: StationSource[] = [
    ...(names.includes('simulator') ? [{ name: 'simulator' as const, ...createSimulator(simulator) }] : []),
    ...(peers ? [{ name: 'ocpi' as const, stations: peers.stations, run: peers.run }] : []),
    ...(central ? [{ name: 'ocpp' as const, stations: central.stations, run: central.run }] : []),
    ...others,
  ];
  return {
    stations: routeStations(sources),
    ocpi: peers,
    upgrade: central?.upgrade ?? null,
    webhooks: [
      ...(peers ? [{ path: OCPI_PATH, router: peers.router }] : []),
      ...(central ? [{ path: STATION_FILES_PATH, router: central.uploads }] : []),
    ],
    checks: sources.map(({ name, stations }) => ({
      name: sources.length === 1 ? 'stations' : `stations-${name}`,
      ttlMs: CACHE_MS,
      check: async () => {
        await stations.health();
        if (name === 'ocpi' && peers) return { source: name, ...(await degradedOf(peers)) };
        if (name === 'ocpp' && central) return { source: name, degraded: (await central.silent()).join(', ') || null };
        return { source: name };
      },
    })),
    connections: async () => (peers ? peers.states() : null),
    chargePoints: async () => (central ? central.counts() : null),
    run: signal => Promise.all(sources.map(source => source.run(signal))),
  };
}

async function openOcpi(dependencies: OcpiDependencies): Promise<Ocpi> {
  const { createOcpi } = await import('../stations/ocpi/ocpi.ts');
  return createOcpi(dependencies);
}

async function openOcpp(dependencies: OcppDependencies): Promise<Ocpp> {
  const { createOcpp } = await import('../stations/ocpp/ocpp.ts');
  return createOcpp(dependencies);
}

/** Lists the failing OCPI connections. Our OCPI adapter itself works, so the health check is 'degraded' and not failed. */
async function degradedOf(peers: Ocpi): Promise<{ degraded: string | null }> {
  const failing = Object.entries(await peers.states()).filter(([, { failingS }]) => failingS > 0);
  return { degraded: failing.map(([name]) => name).join(', ') || null };
}

/**
 * Capabilities of a station whose station source was removed from the settings. Nothing is offered there, and the state of
 * sessions that started there is unknown.
 */
const UNREACHABLE: StationCapabilities = {
  isReachable: false,
  meterIntervalS: 60,
  rejectsCancelledStarts: false,
  canUnlock: false,
  lastValueWithinS: 15 * 60,
  receivesPaymentAdvice: false,
};

/** Combines all station sources into one `Stations`. A call is passed to the station source that the station's address names. */
export function routeStations(sources: readonly Pick<StationSource, 'name' | 'stations'>[]): Stations {
  const byName = new Map<string, Stations>(sources.map(({ name, stations }) => [name, stations]));
  const at = ({ source }: StationAddress): Stations | undefined => byName.get(source.split(':')[0] ?? '');
  return {
    start: async options => (await at(options.address)?.start(options)) ?? 'unknown',
    cancelStart: async options => (await at(options.address)?.cancelStart(options)) ?? 'unknown',
    stop: async options => (await at(options.address)?.stop(options)) ?? 'unknown',
    unlock: async options => (await at(options.address)?.unlock(options)) ?? 'unknown',
    showCost: options => at(options.address)?.showCost?.(options),
    sendPaymentAdvice: async options => (await at(options.address)?.sendPaymentAdvice(options)) ?? 'unknown',
    read: async options => (await at(options.address)?.read(options)) ?? null,
    checkCode: async options => (await at(options.address)?.checkCode?.(options)) ?? { is: 'unknown' },
    sendPaymentStarted: async options => at(options.address)?.sendPaymentStarted?.(options),
    capabilities: address => at(address)?.capabilities(address) ?? UNREACHABLE,
    health: () => Promise.all(sources.map(({ stations }) => stations.health())).then(() => undefined),
  };
}
