import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createRecent } from '../../../shared/recent.ts';
import type { Clock } from '../../operator/ports.ts';
import type { OddityListener, StationAddress, StationListener, Stations } from '../../operator/stationPort.ts';
import { watchClocks } from './clocks.ts';
import { createCodes } from './codes/secrets.ts';
import { endGone } from './gone.ts';
import { type HeldStation, type HoldRows, keepHolds } from './holds.ts';
import type { OcppStore } from './kept.ts';
import { keepPlugs } from './plugs.ts';
import type { Dialect } from './protocols/dialect.ts';
import { createDialects } from './protocols/dialects.ts';
import { createReception } from './reception.ts';
import { keepRegistry, type Registry } from './registry/registry.ts';
import { createGate } from './sockets/gate.ts';
import { createSockets, type StationSocket } from './sockets/sockets.ts';
import { createOcppStations } from './stations.ts';
import { createStrays } from './strays.ts';
import { keepStarts } from './transactions/starts.ts';
import { keepTransactions } from './transactions/transactions.ts';
import { workOn } from './work.ts';

export interface OcppDependencies {
  store: OcppStore;
  holds: HoldRows;
  clock: Clock;
  listener(): StationListener & OddityListener;
  /** Every plug of a charge point that is or was sold. */
  plugsOf(stationId: string): Promise<readonly StationAddress[]>;
  /** One of its jobs can be done here now. */
  wake(stationId: string): Promise<void>;
  /** Below our origin. */
  path: string;
  /** Where drivers reach us: 'https://laden.example'. */
  origin: string;
  secret: string;
  /** Everything is played: stations need no password. */
  isDemo: boolean;
  /** This process among those on the same database. */
  processId: string;
  /** The longest wait for a station's answer, in real time. */
  callLimitMs?: number;
  /** One line for the log. */
  note(event: string, facts: Readonly<Record<string, string | number>>): void;
}

export interface Ocpp {
  stations: Stations;
  registry: Registry;
  /** Takes a WebSocket below `path`. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Stations that are connected to any process. */
  held(): readonly HeldStation[];
  run(signal: AbortSignal): Promise<void>;
}

const MOST_SHOWN = 2000;
const CALL_LIMIT_MS = 25_000;

/** Charging stations that speak OCPP 1.6, 2.0.1 or 2.1 with us as their central system. */
export function createOcpp(dependencies: OcppDependencies): Ocpp {
  const { store, clock, listener, note, path, isDemo, processId, callLimitMs = CALL_LIMIT_MS } = dependencies;
  const now = () => clock.now();
  const registry = keepRegistry({ store, now });
  const holds = keepHolds({ rows: dependencies.holds, now });
  const clocks = watchClocks();
  const codes = createCodes({ kept: store, clock, secret: dependencies.secret, origin: dependencies.origin });
  const plugs = keepPlugs({ plugsOf: dependencies.plugsOf, listener, now });
  const starts = keepStarts({ store, now });
  const dialectOf = ({ protocol }: StationSocket): Dialect => dialects[protocol];
  const strays = createStrays({ now, socketOf: id => sockets.find(id), dialectOf });
  const transactions = keepTransactions({
    store,
    starts,
    listener,
    now,
    offsetMs: clocks.offsetMs,
    stopStray: strays.stop,
    askMeter: strays.askMeter,
    note,
  });
  const lookForGone = (socket: StationSocket) => {
    void endGone({ starts, transactions, now, dialectOf }, socket).catch(() =>
      note('ocpp station not asked', { station: socket.stationId }),
    );
  };
  const reception = createReception({
    lookForGone,
    codes,
    registry,
    holds,
    plugs,
    processId,
    now,
    note,
    wake: dependencies.wake,
    dialectOf,
  });
  const faulty = (stationId: string, action: string) => {
    void registry.noteFaulty(stationId, action).catch(() => undefined);
  };
  const dialects = createDialects({
    lookForGone,
    store,
    starts,
    transactions,
    plugs,
    clocks,
    now,
    faulty,
    booted: reception.booted,
  });
  const sockets = createSockets({
    gate: createGate({ registry, path, isDemo }),
    path,
    now,
    callLimitMs,
    note,
    listener: { ...reception, malformed: faulty },
  });
  return {
    stations: createOcppStations({
      shown: createRecent(MOST_SHOWN),
      codes,
      clocks,
      starts,
      transactions,
      sockets,
      holds,
      now,
      dialectOf,
    }),
    registry,
    upgrade: sockets.upgrade,
    held: holds.list,
    run: signal => workOn({ hold: reception.hold, store, clock, holds, processId, sockets, transactions, note }, signal),
  };
}
