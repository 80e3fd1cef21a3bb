import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../../shared/util/within.ts';
import { DatabaseUnavailable } from '../store/engine/unavailable.ts';

/** Who has waited for so long may be waiting for a database that has fallen silent; while it is, everybody is. */
const SLOW_MS = 1000;
const CHECK_INTERVAL_MS = 250;
/** So long the database has for its simplest answer. */
const ANSWER_MS = 2000;
/** What came in while the process itself stood still is read only after the timers. */
const READ_MS = 100;

interface Waiting {
  since: number;
  giveUp(error: DatabaseUnavailable): void;
}

export interface DatabaseWatchdog {
  /** What a call answers. @throws DatabaseUnavailable within 6 s where the database has fallen silent meanwhile */
  heard<T>(call: Promise<T>): Promise<T>;
  /** The same questions, each of them heard so; of what is followed the first answer. */
  hearing<T extends object>(asked: T): T;
}

/**
 * A statement that nobody answers is given up after half a minute, because a large one may take that long. No visitor waits for
 * that: once a call is late, the database is asked for its simplest answer, and what waits for it ends where that does not come.
 * The work itself is not cut off, for it may have been kept.
 * @param check resolves when the database answers
 */
export function createDatabaseWatchdog(check: () => Promise<unknown>): DatabaseWatchdog {
  const waiting = new Set<Waiting>();
  let [isLooking, isSilent] = [false, false];

  async function answers(): Promise<boolean> {
    const answer = check().then(
      () => true,
      () => false,
    );
    const none = () => false;
    return (await within(answer, ANSWER_MS, none)) || within(answer, READ_MS, none);
  }
  async function checkWaiting(): Promise<void> {
    isLooking = true;
    while (waiting.size > 0) {
      await pause(CHECK_INTERVAL_MS, undefined, { ref: false });
      const overdue = [...waiting].filter(({ since }) => isSilent || performance.now() - since >= SLOW_MS);
      if (overdue.length === 0) continue;
      isSilent = !(await answers());
      if (!isSilent) continue;
      const error = new DatabaseUnavailable('The database does not answer');
      for (const each of overdue) each.giveUp(error);
    }
    isLooking = false;
  }
  const withTimeout = async <T>(call: Promise<T>): Promise<T> => {
    const { promise: silent, reject } = Promise.withResolvers<never>();
    const mine: Waiting = { since: performance.now(), giveUp: reject };
    waiting.add(mine);
    if (!isLooking) void checkWaiting();
    try {
      return await Promise.race([call, silent]);
    } finally {
      waiting.delete(mine);
    }
  };
  /** Only the first: between two changes there may be minutes. */
  async function* followed<T>(views: AsyncIterable<T>): AsyncGenerator<T, void> {
    const iterator = views[Symbol.asyncIterator]();
    try {
      for (let next = await withTimeout(iterator.next()); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  const listen = (answer: unknown): unknown => {
    if (answer instanceof Promise) return withTimeout(answer);
    return isFollowed(answer) ? followed(answer) : answer;
  };
  return {
    heard: withTimeout,
    hearing: <T extends object>(asked: T): T =>
      Object.fromEntries(
        Object.entries(asked).map(([name, ask]) => [
          name,
          typeof ask === 'function' ? (...question: unknown[]) => listen(ask(...question)) : ask,
        ]),
      ) as T,
  };
}

const isFollowed = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
