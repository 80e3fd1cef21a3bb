import { setTimeout as pause } from 'node:timers/promises';
import { within } from '../../../shared/util/within.ts';

/** What has not come back by then does not: whoever measures is told so, and goes on. */
const LIMIT_MS = 120_000;

/** Milliseconds since the loss until it was so for the first time, where it was asked for after the loss; null: not within the limit. */
export function firstAnswer(lostAt: number, isSo: () => Promise<boolean>, limitMs = LIMIT_MS): Promise<number | null> {
  let isOver = false;
  const asking = async (): Promise<number | null> => {
    // What was under way when it happened says nothing.
    await pause(50);
    while (!isOver && !(await isSo().catch(() => false))) await pause(50);
    return isOver ? null : performance.now() - lostAt;
  };
  return within<number | null>(asking(), limitMs, () => {
    isOver = true;
    return null;
  });
}

export const inSeconds = (ms: number | null): string =>
  ms === null ? `not within ${LIMIT_MS / 1000} s` : (ms / 1000).toFixed(1);
