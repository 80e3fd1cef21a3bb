import type { Session } from '../../../../shared/charging/session.ts';
import { within } from '../../../../shared/util/within.ts';

/** A running connection that delivers updates of a session. */
export interface SessionWatch {
  pollNow(): void;
  end(): void;
}

export interface WatchParts {
  first: Session;
  request(): Promise<Session>;
  onSession(session: Session): void;
  /** `failures` is the number of consecutive failures. */
  onFailure(failures: number): void;
  isHidden(): boolean;
}

/** Delay after the first, second, … consecutive failure. The last delay is used for all further failures. */
export const BACKOFF_MS = [2_000, 4_000, 8_000, 15_000, 30_000] as const;
const HIDDEN_MS = 30_000;
const ANSWER_LIMIT_MS = 15_000;

export const backoffMs = (failures: number): number => BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? 0;

/**
 * Polls a session at the interval that the last response requests. Polls more slowly while the page is hidden, and ends with the
 * session.
 */
export function pollSession({ first, request, onSession, onFailure, isHidden }: WatchParts): SessionWatch {
  let { refreshAfterMs } = first;
  let failures = 0;
  let isAsking = false;
  let isEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const waitMs = () => {
    if (failures > 0) return backoffMs(failures);
    return isHidden() ? Math.max(HIDDEN_MS, refreshAfterMs) : refreshAfterMs;
  };
  const schedule = () => {
    const isOver = failures === 0 && refreshAfterMs === 0;
    if (!isEnded && !isOver) timer = setTimeout(pollNow, waitMs());
  };
  const answer = async () => {
    try {
      const session = await within(request(), ANSWER_LIMIT_MS);
      failures = 0;
      refreshAfterMs = session.refreshAfterMs;
      if (!isEnded) onSession(session);
    } catch {
      failures += 1;
      if (!isEnded) onFailure(failures);
    }
    isAsking = false;
    schedule();
  };
  const pollNow = () => {
    const isOver = failures === 0 && refreshAfterMs === 0;
    if (isEnded || isAsking || isOver) return;
    clearTimeout(timer);
    isAsking = true;
    void answer();
  };

  schedule();
  return {
    pollNow,
    end() {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
