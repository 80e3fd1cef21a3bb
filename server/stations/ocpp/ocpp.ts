import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createRecent } from '../../../shared/util/recent.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { Clock } from '../../core/ports/ports.ts';
import type { OddityListener, RefusalListener, StationAddress, StationListener, Stations } from '../../core/ports/stationPort.ts';
import { watchClocks } from './chargePoints/clocks.ts';
import { countFaulty } from './chargePoints/faultyCounts.ts';
import { keepPlugs } from './chargePoints/plugs.ts';
import { reportRefusals } from './chargePoints/refusalReports.ts';
import { keepRegistry, type Registry } from './chargePoints/registry.ts';
import type { OcppStore } from './chargePoints/storage.ts';
import { createDisplays } from './codes/display.ts';
import { createCodes } from './codes/secrets.ts';
import { keepErrands } from './commands/commands.ts';
import { doErrand } from './commands/runCommand.ts';
import { createReception } from './connectionHandler.ts';
import { type HeldStation, type HoldRows, keepHolds } from './connectionLeases.ts';
import { withShare } from './databaseShare.ts';
import { type StationCounts, watchHealth } from './health.ts';
import { keepLog } from './messages/log.ts';
import type { Dialect } from './protocols/dialect.ts';
import { createDialects } from './protocols/dialects.ts';
import { endGone } from './reconcile.ts';
import type { RegistrationTimes } from './sockets/registration.ts';
import { createSockets, type StationSocket } from './sockets/sockets.ts';
import { createGate } from './sockets/upgradeGuard.ts';
import { createOcppStations } from './stations.ts';
import { keepStarts } from './transactions/starts.ts';
import { keepTransactions } from './transactions/transactions.ts';
import { createStrays } from './unknownTransactions.ts';
import { workOn } from './work.ts';

export interface OcppDependencies {
  store: OcppStore;
  holds: HoldRows;
  clock: Clock;
  listener(): StationListener & OddityListener & Partial<RefusalListener>;
  /** Every plug of a charge point that is or was sold. */
  plugsOf(stationId: string): Promise<readonly StationAddress[]>;
  /** One of its jobs can be done here now. */
  wake(stationId: string): Promise<void>;
  /** Below our origin. */
  path: string;
  /** Where a handshake comes from; behind a trusted proxy, what the proxy says. Missing: the peer of its connection. */
  addressOf?(request: IncomingMessage): string;
  /** Where drivers reach us: 'https://laden.example'. */
  origin: string;
  secret: Secret;
  /** Everything is played: stations need no password. */
  isDemo: boolean;
  /** This process among those on the same database. */
  processId: string;
  /** The longest wait for a station's answer, in real time. */
  callLimitMs?: number;
  /** How long calls to a station wait for its registration, in real time; missing: as the standard suggests. */
  registrationTimes?: RegistrationTimes;
  /** One line for the log. */
  note(event: string, facts: Readonly<Record<string, string | number>>): void;
}

export interface Ocpp {
  stations: Stations;
  registry: Registry;
  /** Takes a WebSocket below `path`. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** How they do. */
  counts(): Promise<StationCounts>;
  /** Those that have been silent for long, by name. */
  silent(): Promise<readonly string[]>;
  /** Stations that are connected to any process. */
  held(): readonly HeldStation[];
  run(signal: AbortSignal): Promise<void>;
}

const MOST_SHOWN = 2000;
const CALL_LIMIT_MS = 25_000;

/** What is kept of stations, for all that is below. */
function openDesk({ store, clock, holds, secret, origin, plugsOf, listener }: OcppDependencies) {
  const now = () => clock.now();
  const registry = keepRegistry({ store, now });
  const held = keepHolds({ rows: holds, now });
  const codes = createCodes({ kept: store, clock, secret, origin });
  const plugs = keepPlugs({ plugsOf, listener, now });
  return {
    registry,
    holds: held,
    health: watchHealth({ registry, holds: held, now }),
    clocks: watchClocks(),
    codes,
    plugs,
    displays: createDisplays({ codes, registry, plugs, now }),
    starts: keepStarts({ store, now }),
    errands: keepErrands({ store, now }),
    log: keepLog({ store, now }),
  };
}

/** Charging stations that speak OCPP 1.6, 2.0.1 or 2.1 with us as their central system. */
export function createOcpp(whole: OcppDependencies): Ocpp {
  const dependencies = withShare(whole);
  const { store, clock, listener, note, path, isDemo, processId, callLimitMs = CALL_LIMIT_MS } = dependencies;
  const { addressOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '' } = dependencies;
  const now = () => clock.now();
  const desk = openDesk(dependencies);
  const { registry, holds, clocks, starts } = desk;
  const dialectOf = ({ protocol }: StationSocket): Dialect => dialects[protocol];
  const strays = createStrays({ now, socketOf: id => sockets.find(id), dialectOf });
  const transactions = keepTransactions({
    store,
    starts,
    listener,
    now,
    offsetMs: clocks.offsetMs,
    stopStray: strays.stop,
    takeBackStop: strays.takeBack,
    askMeter: strays.askMeter,
    meterKeyOf: async (id, plug) => (await registry.find(id))?.meterKeys?.[plug]?.key ?? null,
    noteUnusableStart: registry.noteUnusableStart,
    note,
  });
  const lookForGone = (socket: StationSocket) => {
    void endGone({ starts, transactions, now, dialectOf }, socket).catch(() =>
      note('ocpp station not asked', { station: socket.stationId }),
    );
  };
  const { refusals, endRefusals } = reportRefusals({ registry, listener, now, note });
  const { wake } = dependencies;
  const reception = createReception({ ...desk, lookForGone, endRefusals, processId, now, note, wake, dialectOf });
  const faulty = countFaulty(registry);
  const dialects = createDialects({ ...desk, lookForGone, store, transactions, now, faulty, booted: reception.booted });
  const sockets = createSockets({
    gate: createGate({ registry, isDemo }),
    path,
    addressOf,
    refusals,
    now,
    callLimitMs,
    registrationTimes: dependencies.registrationTimes,
    note,
    // A database that is away shares no lock-out; this process still applies it.
    lockedOut: (id, lockOut) => void registry.change(id, { lockOut }).catch(() => undefined),
    listener: { ...reception, malformed: faulty, said: desk.log.add },
  });
  return {
    stations: createOcppStations({ ...desk, shown: createRecent(MOST_SHOWN), transactions, sockets, now, dialectOf }),
    registry,
    upgrade: sockets.upgrade,
    counts: desk.health.count,
    silent: desk.health.silent,
    held: holds.list,
    run(signal) {
      const errandDesk = { ...desk, transactions, dialectOf };
      const work = { ...desk, hold: reception.hold, store, clock, processId, sockets, transactions, note };
      return workOn({ ...work, doErrand: (socket, task) => doErrand(errandDesk, socket, task) }, signal);
    },
  };
}
