import type { Clock } from '../../core/ports/ports.ts';
import type { CommandOutcome, StationCommand } from '../../core/ports/stationCommands.ts';
import { removeOld } from '../../platform/expiry.ts';
import { repeat } from '../../platform/repeat.ts';
import type { OcppStore } from './chargePoints/storage.ts';
import type { Displays } from './codes/display.ts';
import type { CommandStore } from './commands/commands.ts';
import type { Holds } from './connectionLeases.ts';
import type { Sockets, StationSocket } from './sockets/sockets.ts';
import type { Transactions } from './transactions/transactions.ts';

interface WorkDependencies {
  /** Stores that the station is connected to this process. */
  hold(socket: StationSocket): Promise<unknown>;
  commands: CommandStore;
  runCommand(socket: StationSocket, task: StationCommand): Promise<CommandOutcome>;
  displays: Displays;
  store: OcppStore;
  clock: Clock;
  holds: Holds;
  processId: string;
  sockets: Sockets;
  transactions: Transactions;
  note(event: string, facts: Readonly<Record<string, string>>): void;
}

const CHECK_INTERVAL_MS = 5000;
/** Interval at which expired rows are removed, a limited number each time. */
const REMOVE_MS = 60_000;

/**
 * Runs the periodic work for OCPP until `signal` aborts: leases, commands, QR codes on displays, stopped transactions, expired
 * rows. An error is logged, and the next run tries again.
 */
export async function workOn(dependencies: WorkDependencies, signal: AbortSignal): Promise<void> {
  const { hold, displays, store, clock, holds, processId, sockets, transactions, note } = dependencies;
  let removeAt = clock.now();
  const runChecks = async () => {
    await holds.refresh(processId);
    // A station may have disconnected while its lease was being written. Without this, the process would renew that lease
    // forever.
    for (const held of holds.list())
      if (held.processId === processId && sockets.find(held.stationId)?.connectionId !== held.connectionId)
        await holds.remove(held);
    // The database may have been unavailable when the station connected.
    for (const socket of sockets.list()) if (!holds.find(socket.stationId)) await hold(socket);
    // The station has a newer connection to another process, and only the newest one counts.
    for (const socket of sockets.list()) {
      const held = holds.find(socket.stationId);
      if (held && held.connectionId !== socket.connectionId && held.processId !== processId) socket.close(1000, 'Connected anew');
    }
    await startCommands(dependencies);
    await displays.renew(sockets.list());
    await transactions.settleDue();
    if (clock.now() < removeAt) return;
    removeAt = new Date(clock.now().getTime() + REMOVE_MS);
    await removeOld(store, clock.now());
  };
  const failed = (error: unknown) =>
    note('ocpp background work failed, retrying', { reason: error instanceof Error ? error.name : 'error' });
  await repeat({ clock, everyMs: CHECK_INTERVAL_MS, signal, failed }, runChecks);
  await sockets.close();
}

/** Starts the stored commands. Not awaited, because a station may respond slowly. */
async function startCommands({ commands, runCommand, sockets, note }: WorkDependencies): Promise<void> {
  for (const { key, stationId, task } of await commands.begin(id => sockets.find(id) !== null)) {
    const socket = sockets.find(stationId);
    void (socket ? runCommand(socket, task) : Promise.resolve('no answer' as const))
      .then(async outcome => {
        note('ocpp station command finished', { station: stationId, task: task.does, outcome });
        await commands.finish(key, outcome);
      })
      .catch(() => note('ocpp station command failed, retrying', { station: stationId, task: task.does }));
  }
}
