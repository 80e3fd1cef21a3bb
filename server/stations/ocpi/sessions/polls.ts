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

/** Maximum wait of a caller. A call to a station may take 30 s, including a command that was sent before. */
const CALLER_WAITS_MS = 20_000;
/** Delays of the polls after a command, for platforms that do not push. Later, the regular polls continue. */
const CHECK_DELAYS_MS = [3000, 6000, 12_000, 25_000] as const;
/** Maximum number of concurrent checks. Further sessions wait for the regular poll. */
const MAX_PENDING_CHECKS = 200;

interface PendingCheck {
  connectionId: string;
  command: 'start' | 'stop';
  sentAt: number;
  /** Index in `CHECK_DELAYS_MS`. */
  n: number;
}

interface Question {
  /** Start of the requested period: the earliest that a waiting caller needs. */
  since: number;
  answer: Promise<boolean>;
}

/** Polls sessions for waiting callers, and in the first seconds after a command. Callers share polls. */
export function createPolls({ clock, starts, pulls, note }: PollsDependencies) {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Question>();
  const checks = new Map<string, PendingCheck>();
  let wake = () => {};

  /**
   * Runs one poll of a connection at a time. A caller that arrives during a poll waits for the next one, because the current
   * response may be too old.
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
      // Another command has been sent meanwhile.
      if (checks.get(reference) !== check) continue;
      if (isNeeded) due.set(check.connectionId, Math.min(check.sentAt, due.get(check.connectionId) ?? check.sentAt));
      // Delayed checks are skipped, not repeated.
      const n = CHECK_DELAYS_MS.findIndex(ms => check.sentAt + ms > now);
      if (!isNeeded || n < 0) checks.delete(reference);
      else checks.set(reference, { ...check, n });
    }
    return due;
  };

  return {
    /**
     * Polls the sessions of this start and later ones.
     * @returns false if the platform did not respond in time
     */
    poll: ({ connectionId, requestedAt }: Pick<StartRecord, 'connectionId' | 'requestedAt'>): Promise<boolean> =>
      within(pullSince(connectionId, Date.parse(requestedAt)), CALLER_WAITS_MS, () => false),
    /** Schedules checks of a command's result, for platforms that do not push. */
    checkSoon({ authorizationReference, connectionId }: StartRecord, command: PendingCheck['command']): void {
      if (checks.size < MAX_PENDING_CHECKS || checks.has(authorizationReference))
        checks.set(authorizationReference, { connectionId, command, sentAt: clock.now().getTime(), n: 0 });
      wake();
    },
    /** Resolves with the next command. */
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
    /** The time of the next check. Null: no check is pending. */
    nextCheckAt(): Date | null {
      const next = [...checks.values()].map(({ sentAt, n }) => sentAt + (CHECK_DELAYS_MS[n] ?? 0));
      return next.length > 0 ? new Date(Math.min(...next)) : null;
    },
  };
}
