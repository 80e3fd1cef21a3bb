import type { Clock } from '../../core/ports/ports.ts';
import { removeOld } from '../../platform/expiry.ts';
import type { OcppStore } from './chargePoints/storage.ts';
import type { Displays } from './codes/display.ts';
import type { CommandOutcome, CommandStore, StationCommand } from './commands/commands.ts';
import type { Holds } from './connectionLeases.ts';
import type { Sockets, StationSocket } from './sockets/sockets.ts';
import type { Transactions } from './transactions/transactions.ts';

interface WorkDependencies {
  /** Says that a station's socket is here. */
  hold(socket: StationSocket): Promise<unknown>;
  errands: CommandStore;
  doErrand(socket: StationSocket, task: StationCommand): Promise<CommandOutcome>;
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
/** What is old enough is removed, some of it at a time. */
const REMOVE_MS = 60_000;

/** The adapter's own work: which process holds whom, and what was stopped and says no more. Nothing throws. */
export async function workOn(dependencies: WorkDependencies, signal: AbortSignal): Promise<void> {
  const { hold, displays, store, clock, holds, processId, sockets, transactions, note } = dependencies;
  let removeAt = clock.now();
  const runChecks = async () => {
    await holds.refresh(processId);
    // One that went while it was written down as here would be held for ever.
    for (const held of holds.list())
      if (held.processId === processId && sockets.find(held.stationId)?.connectionId !== held.connectionId)
        await holds.remove(held);
    // The database may have been away when they came.
    for (const socket of sockets.list()) if (!holds.find(socket.stationId)) await hold(socket);
    // It has connected to another process since, and that connection counts.
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
  while (!signal.aborted) {
    // The database may be away: it is looked again.
    await runChecks().catch(error =>
      note('ocpp background work failed, retrying', { reason: error instanceof Error ? error.name : 'error' }),
    );
    await clock.sleepUntil(new Date(clock.now().getTime() + CHECK_INTERVAL_MS), signal);
  }
  await sockets.close();
}

/** Not waited for: a station may take its time. */
async function startCommands({ errands, doErrand, sockets, note }: WorkDependencies): Promise<void> {
  for (const { key, stationId, task } of await errands.begin(id => sockets.find(id) !== null)) {
    const socket = sockets.find(stationId);
    void (socket ? doErrand(socket, task) : Promise.resolve('no answer' as const))
      .then(async outcome => {
        note('ocpp station command finished', { station: stationId, task: task.does, outcome });
        await errands.finish(key, outcome);
      })
      .catch(() => note('ocpp station command failed, retrying', { station: stationId, task: task.does }));
  }
}
