import { within } from '../../../../shared/util/within.ts';
import type { Clock } from '../../../core/ports/ports.ts';
import type { Pulls } from './pulls.ts';
import { isOver, type StartRecord } from './startRecords.ts';
import type { Starts } from './starts.ts';

interface PollsDependencies {
  clock: Clock;
  starts: Starts;
  pulls: Pulls;
  note(event: string, facts: Readonly<Record<string, string>>): void;
}

export type Polls = ReturnType<typeof createPolls>;

/**
 * Maximum time that a caller waits for a poll. The caller may send a command first, and a call to a station may take 30 s in
 * total.
 */
const CALLER_WAITS_MS = 20_000;
/**
 * Delays after a command at which the session is polled, in case the CPO platform does not push. After the last one, only the
 * regular polls continue.
 */
const CHECK_DELAYS_MS = [3000, 6000, 12_000, 25_000] as const;
/** Maximum number of starts that are polled after a command. Further starts wait for the regular poll. */
const MAX_PENDING_CHECKS = 200;

interface PendingCheck {
  connectionId: string;
  command: 'start' | 'stop';
  sentAt: number;
  /** Index of the next poll in `CHECK_DELAYS_MS`. */
  n: number;
}

interface Question {
  /**
   * Epoch milliseconds. Sessions that have changed since this time are requested. It is the earliest time that a waiting caller
   * needs.
   */
  since: number;
  answer: Promise<boolean>;
}

/**
 * Polls sessions for waiting callers, and in the first seconds after a command. Callers that wait for the same connection share
 * a poll.
 */
export function createPolls({ clock, starts, pulls, note }: PollsDependencies) {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Question>();
  const checks = new Map<string, PendingCheck>();
  let wake = () => {};

  /**
   * Runs one poll of a connection at a time. A caller that arrives during a poll waits for the next one, because the running
   * poll may miss the change that the caller waits for.
   */
  const pullSince = (id: string, since: number): Promise<boolean> => {
    const next = waiting.get(id);
    if (next) {
      next.since = Math.min(next.since, since);
      return next.answer;
    }
    const begin = (): Promise<boolean> => {
      waiting.delete(id);
      return pulls.since(id, new Date(question.since));
    };
    const before = running.get(id);
    const question: Question = { since, answer: before ? before.then(begin, begin) : Promise.resolve().then(begin) };
    waiting.set(id, question);
    running.set(id, question.answer);
    const end = () => void (running.get(id) === question.answer && running.delete(id));
    question.answer.then(end, end);
    return question.answer;
  };

  const isAwaited = async (reference: string, { command }: PendingCheck): Promise<boolean> => {
    const start = await starts.load(reference);
    if (!start || isOver(start)) return false;
    return command === 'stop' || !start.known?.wasActive;
  };

  const dueChecks = async (): Promise<Map<string, number>> => {
    const now = clock.now().getTime();
    const due = new Map<string, number>();
    for (const [reference, check] of [...checks]) {
      if (now < check.sentAt + (CHECK_DELAYS_MS[check.n] ?? 0)) continue;
      const isNeeded = await isAwaited(reference, check);
      // Meanwhile a newer command has replaced this check.
      if (checks.get(reference) !== check) continue;
      if (isNeeded) due.set(check.connectionId, Math.min(check.sentAt, due.get(check.connectionId) ?? check.sentAt));
      // Polls whose time has already passed are skipped.
      const n = CHECK_DELAYS_MS.findIndex(ms => check.sentAt + ms > now);
      if (!isNeeded || n < 0) checks.delete(reference);
      else checks.set(reference, { ...check, n });
    }
    return due;
  };

  return {
    /**
     * Polls the session of this start, together with those of later starts.
     * @returns false if the CPO platform did not respond in time
     */
    poll: ({ connectionId, requestedAt }: Pick<StartRecord, 'connectionId' | 'requestedAt'>): Promise<boolean> =>
      within(pullSince(connectionId, Date.parse(requestedAt)), CALLER_WAITS_MS, () => false),
    /** Schedules polls that show the effect of a command, in case the CPO platform does not push. */
    checkSoon({ authorizationReference, connectionId }: StartRecord, command: PendingCheck['command']): void {
      if (checks.size < MAX_PENDING_CHECKS || checks.has(authorizationReference))
        checks.set(authorizationReference, { connectionId, command, sentAt: clock.now().getTime(), n: 0 });
      wake();
    },
    /** Resolves when the next command is sent. */
    awaited: (): Promise<void> =>
      new Promise(resolve => {
        wake = resolve;
      }),
    /** Starts the polls that are due. */
    async check(): Promise<void> {
      for (const [id, since] of await dueChecks())
        void pullSince(id, since).catch(() => note('ocpi session poll failed, retrying', { connection: id }));
    },
    /** Resolves when no poll is running. */
    idle: async (): Promise<void> => void (await Promise.allSettled(running.values())),
    /** Returns when the next poll after a command is due. Null: none is pending. */
    nextCheckAt(): Date | null {
      const next = [...checks.values()].map(({ sentAt, n }) => sentAt + (CHECK_DELAYS_MS[n] ?? 0));
      return next.length > 0 ? new Date(Math.min(...next)) : null;
    },
  };
}
