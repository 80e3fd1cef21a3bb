/** Maximum transit time of a message. If a station's clock seems to be behind by no more than this, it counts as right. */
export const MAX_TRANSIT_MS = 10_000;
/** A clock that shows a time before 2020 was never set. */
const NOT_SET = Date.UTC(2020, 0, 1);
/**
 * For one hour, a measured offset is not replaced by a larger one, which may result from a delayed message. After that, the
 * station's clock may have been set.
 */
const KNOWN_FOR_MS = 3_600_000;

/** If a message's time is after its receipt by more than this, it counts as impossible. */
const MAX_FUTURE_MS = 600_000;

interface TimeBounds {
  /** The earliest possible time, from the order of messages. Null: no earlier event limits it. */
  notBefore: Date | null;
  receivedAt: Date;
}

/**
 * Checks a time to which the offset of the station's clock was added. A time after the receipt becomes the time of the receipt.
 * @returns null if there is no time, or an impossible one: before 2020, because the clock is not set (OCPP 1.6 §4.2.1), before
 * `notBefore`, or more than 10 min after the receipt
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
 * Measures by how much station clocks are behind the app's clock. A delayed message, for example one that is repeated because
 * the response was lost, makes a clock seem to be behind, never ahead. Of two measurements, the smaller offset therefore counts.
 */
export function watchClocks() {
  const known = new Map<string, KnownOffset>();
  const offsetBy = (at: Date, receivedAt: Date): number => {
    const offsetMs = receivedAt.getTime() - at.getTime();
    return offsetMs >= 0 && offsetMs <= MAX_TRANSIT_MS ? 0 : offsetMs;
  };
  /**
   * Stores a measurement unless a recent one is smaller, because the larger one may result from a delay. An offset of 0 always
   * counts: the clock is right.
   */
  const store = (stationId: string, offsetMs: number, receivedAt: Date): void => {
    const before = known.get(stationId);
    const isFresh = before !== undefined && receivedAt.getTime() - before.asOf.getTime() < KNOWN_FOR_MS;
    if (!isFresh || offsetMs === 0 || offsetMs <= before.offsetMs) known.set(stationId, { offsetMs, asOf: receivedAt });
  };
  return {
    /**
     * Measures the clock with a message about a transaction that the app has started on this connection. Such a message was not
     * stored offline. `at` is its time by the station's clock.
     */
    note(stationId: string, { at, requestedAt, receivedAt }: StartTimes): void {
      if (at === null) return;
      // A transaction cannot begin before its start was requested. A time between the request and the receipt is therefore right,
      // however long the message was under way.
      const canBe = at.getTime() >= requestedAt.getTime() - MAX_TRANSIT_MS && at <= receivedAt;
      store(stationId, canBe ? 0 : offsetBy(at, receivedAt), receivedAt);
    },
    /**
     * Measures the clock with any message. A delay cannot make a clock seem to be ahead, so the measurement is stored only if
     * the clock is right or ahead.
     */
    bound(stationId: string, at: Date | null, receivedAt: Date): void {
      const offsetMs = at === null ? 1 : offsetBy(at, receivedAt);
      if (offsetMs <= 0) store(stationId, offsetMs, receivedAt);
    },
    /** Returns the milliseconds to add to the times of the station. */
    offsetMs: (stationId: string): number => known.get(stationId)?.offsetMs ?? 0,
    /** False for a time before 2020. The clock was not set then, so its offset is unknown. */
    isSet: (at: Date): boolean => at.getTime() >= NOT_SET,
  };
}

export type Clocks = ReturnType<typeof watchClocks>;
