/** A station sends its next call when the last was answered, its queue of hours after an outage as well; some send a few at once. */
const MOST_UNANSWERED = 3;
/** Messages in `WINDOW_MS` beyond those. */
const MOST_MESSAGES = 50;
const WINDOW_MS = 5000;
const FIRST_LOCK_MS = 1000;
const LONGEST_LOCK_MS = 5 * 60_000;

interface Counted {
  windowMs: number;
  count: number;
  lockMs: number;
  lockedUntilMs: number;
}

/** Who floods us is shut out, each time for longer. */
export function watchFlood() {
  const counted = new Map<string, Counted>();
  return {
    isLockedOut: (stationId: string, now: Date): boolean => (counted.get(stationId)?.lockedUntilMs ?? 0) > now.getTime(),
    /** Counts one call, while so many of the station's are not answered yet. */
    isTooMuch(stationId: string, unanswered: number, now: Date): boolean {
      if (unanswered <= MOST_UNANSWERED) return false;
      const ms = now.getTime();
      const known = counted.get(stationId) ?? { windowMs: ms, count: 0, lockMs: FIRST_LOCK_MS, lockedUntilMs: 0 };
      const isNew = ms - known.windowMs >= WINDOW_MS;
      const count = isNew ? 1 : known.count + 1;
      const isOver = count > MOST_MESSAGES;
      counted.set(stationId, {
        windowMs: isNew ? ms : known.windowMs,
        count: isOver ? 0 : count,
        lockMs: isOver ? Math.min(known.lockMs * 2, LONGEST_LOCK_MS) : known.lockMs,
        lockedUntilMs: isOver ? ms + known.lockMs : known.lockedUntilMs,
      });
      return isOver;
    },
  };
}

export type Floods = ReturnType<typeof watchFlood>;
