import { setTimeout as pause } from 'node:timers/promises';
import { STATUS } from '../../../server/http/request/problems.ts';
import { Problem } from '../../../shared/model/problem.ts';

/** How long a driver waited until a request was answered as wished, with all repetitions. */
interface Wait {
  what: string;
  beganAt: number;
  endedAt: number;
  tries: number;
  /** The longest single try in milliseconds. An error that the app explains is an answer here. */
  slowestMs: number;
  /** What the last try met that was not answered as wished. */
  lastError: string;
}

export interface Waits {
  /**
   * Repeats a request until the app answers, as a driver who tries again. A refusal is an answer; an error of the server and a
   * broken connection are not.
   * @returns the answer, or the refusal
   * @throws Error after three minutes
   */
  insist<T>(what: string, ask: () => Promise<T>): Promise<T | Problem>;
  /** Returns the longest wait that overlaps these times; null if there was none. */
  maxWait(from: number, to: number): Wait | null;
  /** Returns the longest single try of the waits that overlap these times, in milliseconds. */
  slowestMs(from: number, to: number): number;
}

const GIVE_UP_MS = 180_000;
const AGAIN_MS = 500;

const isRefusal = (error: unknown): error is Problem => error instanceof Problem && STATUS[error.code] < 500;

export function createWaits(): Waits {
  const done: Wait[] = [];
  const open = new Set<Wait>();
  const end = (wait: Wait) => {
    wait.endedAt = performance.now();
    open.delete(wait);
    done.push(wait);
  };
  const during = (from: number, to: number) =>
    [...done, ...open].filter(({ beganAt, endedAt }) => beganAt < to && endedAt > from);
  return {
    async insist(what, ask) {
      const wait: Wait = {
        what,
        beganAt: performance.now(),
        endedAt: Number.POSITIVE_INFINITY,
        tries: 0,
        slowestMs: 0,
        lastError: '',
      };
      open.add(wait);
      for (;;) {
        wait.tries++;
        const triedAt = performance.now();
        const answer = await ask().catch((error: unknown) => error as Error);
        wait.slowestMs = Math.max(wait.slowestMs, performance.now() - triedAt);
        if (isRefusal(answer) || !(answer instanceof Error)) {
          end(wait);
          return answer;
        }
        wait.lastError = String(answer);
        if (performance.now() - wait.beganAt > GIVE_UP_MS) {
          end(wait);
          throw new Error(`No answer for ${GIVE_UP_MS / 1000} s: ${what}: ${answer}`);
        }
        await pause(AGAIN_MS);
      }
    },
    maxWait(from, to) {
      const msOf = ({ beganAt, endedAt }: Wait) => Math.min(endedAt, performance.now()) - beganAt;
      return during(from, to).toSorted((a, b) => msOf(b) - msOf(a))[0] ?? null;
    },
    slowestMs: (from, to) => Math.max(0, ...during(from, to).map(wait => wait.slowestMs)),
  };
}
