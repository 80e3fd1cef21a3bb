import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { Secret } from '../../../shared/util/secret.ts';
import type { FirmwareListener } from '../../core/ports/firmwarePort.ts';
import type { Clock } from '../../core/ports/ports.ts';
import type { SecurityListener } from '../../core/ports/securityPort.ts';
import type { LogFileRows } from '../../core/ports/stationLogFiles.ts';
import type {
  AnomalyListener,
  RefusalListener,
  StationAddress,
  StationListener,
  Stations,
} from '../../core/ports/stationPort.ts';
import { watchClocks } from './chargePoints/clocks.ts';
import { countFaulty } from './chargePoints/faultyCounts.ts';
import { createPlugStore } from './chargePoints/plugs.ts';
import { reportRefusals } from './chargePoints/refusalReports.ts';
import { createStationRegistry, type Registry } from './chargePoints/registry.ts';
import type { OcppStore } from './chargePoints/storage.ts';
import { createDisplays } from './codes/display.ts';
import { createCodes } from './codes/secrets.ts';
import { createCommandStore } from './commands/commands.ts';
import { runStationCommand } from './commands/runCommand.ts';
import { createReception } from './connectionHandler.ts';
import { createConnectionLeases, type HeldStation, type HoldRows } from './connectionLeases.ts';
import { createLogFiles } from './files/logFiles.ts';
import { createUploads } from './files/uploads.ts';
import { createFirmwareUpdates } from './firmware/firmwareUpdates.ts';
import { type StationCounts, watchHealth } from './health.ts';
import { createMessageLog } from './messages/log.ts';
import { createSecurityEvents } from './messages/securityEvents.ts';
import type { Dialect } from './protocols/dialect.ts';
import { createDialects } from './protocols/dialects.ts';
import { endMissing } from './reconcile.ts';
import { createSettingLists } from './settings/settingList.ts';
import type { RegistrationTimes } from './sockets/registration.ts';
import { createSockets, type StationSocket } from './sockets/sockets.ts';
import { createGate } from './sockets/upgradeGuard.ts';
import { createOcppStations } from './stations.ts';
import { createOcppStartStore } from './transactions/starts.ts';
import { createTransactionStore } from './transactions/transactions.ts';
import { createUnknownTransactions } from './unknownTransactions.ts';
import { workOn } from './work.ts';

export interface OcppDependencies {
  store: OcppStore;
  holds: HoldRows;
  logFiles: LogFileRows;
  clock: Clock;
  listener(): StationListener & AnomalyListener & Partial<RefusalListener & SecurityListener & FirmwareListener>;
  /** Returns all plugs of a charging station that are or were offered to drivers. */
  plugsOf(stationId: string): Promise<readonly StationAddress[]>;
  /** Called when a station has connected to this process, so that waiting jobs for it can run. */
  wake(stationId: string): Promise<void>;
  /** Path at which stations connect, below the app's origin. */
  path: string;
  /**
   * Returns the IP address of a station. Behind a trusted proxy, the proxy sends it in a header. Missing: the peer address of
   * the connection is used.
   */
  addressOf?(request: IncomingMessage): string;
  /** Base address of the app for drivers, for example 'https://laden.example'. */
  origin: string;
  secret: Secret;
  /** True in demo mode: everything is simulated, and stations need no password. */
  isDemo: boolean;
  /** Identifies this process among all processes on the same database. */
  processId: string;
  /** Maximum wait for a station's response, in milliseconds of real time. Missing: `CALL_LIMIT_MS`. */
  callLimitMs?: number;
  /** How long commands wait for a station's registration, in real time. Missing: the defaults in registration.ts. */
  registrationTimes?: RegistrationTimes;
  /** Writes one line to the log. */
  note(event: string, facts: Readonly<Record<string, string | number>>): void;
}

export interface Ocpp {
  stations: Stations;
  registry: Registry;
  /** Receives the files that stations upload below `path`/files. */
  uploads: Router;
  /** Handles a request to open a WebSocket below `path`. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Counts the stations by state. */
  counts(): Promise<StationCounts>;
  /** Returns the ids of the stations that have been disconnected for at least ten minutes. */
  silent(): Promise<readonly string[]>;
  /** Returns the stations that are connected to any of the app's processes. */
  held(): readonly HeldStation[];
  run(signal: AbortSignal): Promise<void>;
}

const MAX_SHOWN = 2000;
const CALL_LIMIT_MS = 25_000;

/** Creates the stores and caches that the parts of the OCPP code share. */
function createServices({ store, clock, holds, secret, origin, path, plugsOf, listener, logFiles }: OcppDependencies) {
  const now = () => clock.now();
  const clocks = watchClocks();
  const registry = createStationRegistry({ store, now });
  const held = createConnectionLeases({ rows: holds, now });
  const codes = createCodes({ store, clock, secret, origin });
  const plugs = createPlugStore({ plugsOf, listener, now });
  return {
    registry,
    holds: held,
    health: watchHealth({ registry, holds: held, now }),
    clocks,
    security: createSecurityEvents({ store, clocks, listener, now }),
    firmware: createFirmwareUpdates({ registry, plugs, listener, now }),
    codes,
    plugs,
    displays: createDisplays({ codes, registry, plugs, now }),
    starts: createOcppStartStore({ store, now }),
    commands: createCommandStore({ store, now }),
    log: createMessageLog({ store, now }),
    settingLists: createSettingLists({ store, now }),
    logFiles: createLogFiles({ rows: logFiles, baseUrl: `${origin}${path}/files`, now }),
  };
}

/** Connects charging stations that use OCPP 1.6, 2.0.1 or 2.1. The app is their central system. */
export function createOcpp(dependencies: OcppDependencies): Ocpp {
  const { store, clock, listener, note, path, isDemo, processId, callLimitMs = CALL_LIMIT_MS } = dependencies;
  const { addressOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '' } = dependencies;
  const now = () => clock.now();
  const services = createServices(dependencies);
  const { registry, holds, clocks, starts } = services;
  const dialectOf = ({ protocol }: StationSocket): Dialect => dialects[protocol];
  const unknownTransactions = createUnknownTransactions({ now, socketOf: id => sockets.find(id), dialectOf });
  const transactions = createTransactionStore({
    store,
    starts,
    listener,
    now,
    offsetMs: clocks.offsetMs,
    stopUnknown: unknownTransactions.stop,
    cancelStop: unknownTransactions.cancel,
    requestMeter: unknownTransactions.requestMeter,
    meterKeyOf: async (id, plug) => (await registry.find(id))?.meterKeys?.[plug]?.key ?? null,
    noteUnusableStart: registry.noteUnusableStart,
    note,
  });
  const endMissingTransactions = (socket: StationSocket) => {
    void endMissing({ starts, transactions, now, dialectOf }, socket).catch(() =>
      note('ocpp request to station failed', { station: socket.stationId }),
    );
  };
  const { refusals, endRefusals } = reportRefusals({ registry, listener, now, note });
  const { wake } = dependencies;
  const reception = createReception({
    ...services,
    findMissing: endMissingTransactions,
    endRefusals,
    processId,
    now,
    note,
    wake,
    dialectOf,
  });
  const faulty = countFaulty(registry);
  const dialects = createDialects({
    ...services,
    findMissing: endMissingTransactions,
    store,
    transactions,
    now,
    faulty,
    booted: reception.booted,
  });
  const sockets = createSockets({
    gate: createGate({ registry, isDemo }),
    path,
    addressOf,
    refusals,
    now,
    callLimitMs,
    registrationTimes: dependencies.registrationTimes,
    note,
    // If the database is unavailable, only this process applies the lock-out.
    lockedOut: (id, lockOut) => void registry.change(id, { lockOut }).catch(() => undefined),
    listener: { ...reception, malformed: faulty, exchanged: services.log.add },
  });
  return {
    stations: createOcppStations({ ...services, shown: new LRUCache({ max: MAX_SHOWN }), transactions, sockets, now, dialectOf }),
    registry,
    uploads: createUploads(services.logFiles),
    upgrade: sockets.upgrade,
    counts: services.health.count,
    silent: services.health.silent,
    held: holds.list,
    run(signal) {
      const commandServices = { ...services, transactions, dialectOf, now };
      const work = { ...services, hold: reception.hold, store, clock, processId, sockets, transactions, note };
      return workOn({ ...work, runCommand: (socket, task) => runStationCommand(commandServices, socket, task) }, signal);
    },
  };
}
