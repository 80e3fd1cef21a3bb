/** Maximum transit time of a message. A clock that appears to be behind by at most this time is treated as right. */
export const MAX_TRANSIT_MS = 10_000;
/** A clock that shows an earlier time was never set. */
const NOT_SET = Date.UTC(2020, 0, 1);
/** For one hour, a larger measured offset does not replace a smaller one. After that, the clock may have changed. */
const KNOWN_FOR_MS = 3_600_000;

/** Maximum time after the receipt. A later time is not accepted. */
const MAX_FUTURE_MS = 600_000;

interface TimeBounds {
  /** The earliest possible time, from the order of messages. Null: no earlier event is known. */
  notBefore: Date | null;
  receivedAt: Date;
}

/**
 * Checks a time that was corrected by the offset of the station's clock. A time after the receipt becomes the time of receipt.
 * @returns null if there is no time, or if the time is impossible: before 2020 because the clock is not set (OCPP 1.6 §4.2.1),
 * before `notBefore`, or more than 10 min after the receipt
 */
export function possibleTime(at: Date | null, { notBefore, receivedAt }: TimeBounds): Date | null {
  if (at === null || !(at.getTime() >= NOT_SET) || at.getTime() > receivedAt.getTime() + MAX_FUTURE_MS) return null;
  if (notBefore !== null && at < notBefore) return null;
  return at < receivedAt ? at : receivedAt;
}

interface StartTimes {
  at: Date | null;
  requestedAt: Date;
  receivedAt: Date;
}

interface KnownOffset {
  offsetMs: number;
  asOf: Date;
}

/**
 * Measures the offsets of station clocks from the app's clock. A delayed message, for example one that is sent again because the
 * response was lost, makes a clock appear to be behind, never ahead. Of two measurements, the one with the smaller delay counts.
 */
export function watchClocks() {
  const known = new Map<string, KnownOffset>();
  const offsetBy = (at: Date, receivedAt: Date): number => {
    const offsetMs = receivedAt.getTime() - at.getTime();
    return offsetMs >= 0 && offsetMs <= MAX_TRANSIT_MS ? 0 : offsetMs;
  };
  /** A larger offset may result from a delay. An offset of 0 shows that the clock is right. */
  const store = (stationId: string, offsetMs: number, receivedAt: Date): void => {
    const before = known.get(stationId);
    const isFresh = before !== undefined && receivedAt.getTime() - before.asOf.getTime() < KNOWN_FOR_MS;
    if (!isFresh || offsetMs === 0 || offsetMs <= before.offsetMs) known.set(stationId, { offsetMs, asOf: receivedAt });
  };
  return {
    /**
     * Measures the clock with a message that results from a start on this connection. `at` is the message's time on the
     * station's clock.
     */
    note(stationId: string, { at, requestedAt, receivedAt }: StartTimes): void {
      if (at === null) return;
      // A transaction cannot begin before the start is requested. A time between request and receipt is therefore right, however
      // long the transit was.
      const canBe = at.getTime() >= requestedAt.getTime() - MAX_TRANSIT_MS && at <= receivedAt;
      store(stationId, canBe ? 0 : offsetBy(at, receivedAt), receivedAt);
    },
    /**
     * Measures the clock with any message, including a delayed one. A delay cannot make a clock appear to be ahead, so only a
     * clock that is right or ahead is stored.
     */
    bound(stationId: string, at: Date | null, receivedAt: Date): void {
      const offsetMs = at === null ? 1 : offsetBy(at, receivedAt);
      if (offsetMs <= 0) store(stationId, offsetMs, receivedAt);
    },
    /** Milliseconds to add to the station's times. */
    offsetMs: (stationId: string): number => known.get(stationId)?.offsetMs ?? 0,
    /** False for a time before 2020: the clock was not set, so the offset is unknown. */
    isSet: (at: Date): boolean => at.getTime() >= NOT_SET,
  };
}

export type Clocks = ReturnType<typeof watchClocks>;
