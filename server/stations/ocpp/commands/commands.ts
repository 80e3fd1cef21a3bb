import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../../../shared/model/time.ts';
import type { CommandOutcome, StationCommand } from '../../../core/ports/stationCommands.ts';
import { putForAWhile } from '../../../platform/expiry.ts';
import { changeRow, keyOf, type OcppStore } from '../chargePoints/storage.ts';

interface CommandRow {
  stationId: string;
  /** Null: a process has started the command. The command is then no longer stored, because it may contain a password. */
  task: StationCommand | null;
  requestedAt: string;
  outcome: CommandOutcome | null;
}

/**
 * Maximum wait for the outcome of a command. A running app sends the command within seconds, and the station has 30 s to respond.
 */
const PATIENCE_MS = 45_000;
const POLL_INTERVAL_MS = 200;

const PREFIX = 'errand:';
/** Older commands are not executed, because whoever requested them has given up by then. */
const LASTS_MS = 30_000;

/**
 * Stores commands from any process for the process that is connected to the station. A command is started once: if that process
 * dies, it is not executed again.
 */
export function createCommandStore({ store, now }: { store: OcppStore; now(): Date }) {
  return {
    /**
     * Stores a command.
     * @returns the key of its row
     */
    async request(stationId: string, task: StationCommand): Promise<string> {
      const key = keyOf('errand', randomUUID());
      const command: CommandRow = { stationId, task, requestedAt: now().toISOString(), outcome: null };
      await putForAWhile(store, { key, json: command, ttlMs: HOUR_MS, now: now() });
      return key;
    },
    /** Waits for the outcome of a command. Null: no process has executed it in time. */
    async awaitOutcome(key: string): Promise<CommandOutcome | null> {
      for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_INTERVAL_MS) {
        const outcome = ((await store.get(key)) as CommandRow | null)?.outcome ?? null;
        if (outcome) return outcome;
        await sleep(POLL_INTERVAL_MS);
      }
      await store.delete(key);
      return null;
    },
    /** Claims the commands for stations that are connected to this process, so that no other process executes them. */
    async begin(
      isHeld: (stationId: string) => boolean,
    ): Promise<readonly { key: string; stationId: string; task: StationCommand }[]> {
      const pending = (await store.list(PREFIX)).filter(({ json }) => {
        const { stationId, task, requestedAt } = json as CommandRow;
        return task && isHeld(stationId) && now().getTime() - Date.parse(requestedAt) < LASTS_MS;
      });
      const claimed: { key: string; stationId: string; task: StationCommand }[] = [];
      for (const { key } of pending) {
        let task: StationCommand | null = null;
        const command = await changeRow<CommandRow>(store, key, known => {
          task = known.task;
          return task && { ...known, task: null };
        });
        if (command && task) claimed.push({ key, stationId: command.stationId, task });
      }
      return claimed;
    },
    finish: (key: string, outcome: CommandOutcome) => changeRow<CommandRow>(store, key, known => ({ ...known, outcome })),
  };
}

export type CommandStore = ReturnType<typeof createCommandStore>;
