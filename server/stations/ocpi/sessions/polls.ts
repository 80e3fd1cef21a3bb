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

/** Whoever calls a station waits for half a minute at most, and a command may have been sent before. */
const CALLER_WAITS_MS = 20_000;
/** After a command, until a peer that tells nothing by itself is asked as always. */
const CHECK_DELAYS_MS = [3000, 6000, 12_000, 25_000] as const;
/** Sessions that somebody waits for at one time; further ones are seen with all others. */
const MAX_PENDING_CHECKS = 200;

interface PendingCheck {
  connectionId: string;
  command: 'start' | 'stop';
  sentAt: number;
  /** Of `CHECK_DELAYS_MS`. */
  n: number;
}

interface Question {
  /** Since when sessions are asked for: the oldest that one of those who wait needs. */
  since: number;
  answer: Promise<boolean>;
}

/** Questions for sessions: for whoever has to know now, and in the first seconds after a command. Shared by all who ask. */
export function createPolls({ clock, starts, pulls, note }: PollsDependencies) {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Question>();
  const checks = new Map<string, PendingCheck>();
  let wake = () => {};

  /** One question after the other. Who comes while one is under way may have come too late for it, and waits for the next. */
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
    for (const [reference, look] of [...checks]) {
      if (now < look.sentAt + (CHECK_DELAYS_MS[look.n] ?? 0)) continue;
      const isNeeded = await isAwaited(reference, look);
      // Another command has been sent meanwhile.
      if (checks.get(reference) !== look) continue;
      if (isNeeded) due.set(look.connectionId, Math.min(look.sentAt, due.get(look.connectionId) ?? look.sentAt));
      // One that was late is not made up for.
      const n = CHECK_DELAYS_MS.findIndex(ms => look.sentAt + ms > now);
      if (!isNeeded || n < 0) checks.delete(reference);
      else checks.set(reference, { ...look, n });
    }
    return due;
  };

  return {
    /** What is told of this start and later ones. False: the peer did not answer, or not in time. */
    poll: ({ connectionId, askedAt }: Pick<StartRecord, 'connectionId' | 'askedAt'>): Promise<boolean> =>
      within(pullSince(connectionId, Date.parse(askedAt)), CALLER_WAITS_MS, () => false),
    /** A command has been sent: what became of it is looked for soon, where the peer does not tell it before. */
    lookSoon({ authorizationReference, connectionId }: StartRecord, command: PendingCheck['command']): void {
      if (checks.size < MAX_PENDING_CHECKS || checks.has(authorizationReference))
        checks.set(authorizationReference, { connectionId, command, sentAt: clock.now().getTime(), n: 0 });
      wake();
    },
    /** Resolves with the next command. */
    awaited: (): Promise<void> =>
      new Promise(resolve => {
        wake = resolve;
      }),
    /** Asks what it is time for. */
    async look(): Promise<void> {
      for (const [id, since] of await dueChecks())
        void pullSince(id, since).catch(() => note('ocpi session poll failed, retrying', { connection: id }));
    },
    /** Resolves when nothing is asked any more. */
    idle: async (): Promise<void> => void (await Promise.allSettled(running.values())),
    /** When to look next; null: nobody waits for anything. */
    nextLookAt(): Date | null {
      const next = [...checks.values()].map(({ sentAt, n }) => sentAt + (CHECK_DELAYS_MS[n] ?? 0));
      return next.length > 0 ? new Date(Math.min(...next)) : null;
    },
  };
}
