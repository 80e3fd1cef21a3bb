/** A message is on its way for so long, so that a clock that seems behind by less is right. */
const MAX_TRANSIT_MS = 10_000;
/** A clock before this was never set. */
const NOT_SET = Date.UTC(2020, 0, 1);
/** What was known of a clock before this may have changed. */
const KNOWN_FOR_MS = 3_600_000;

/** A time that is later than its receipt by more than this is none. */
const MAX_FUTURE_MS = 600_000;

interface TimeBounds {
  /** By the order of messages; null: nothing is known that came before. */
  notBefore: Date | null;
  receivedAt: Date;
}

/**
 * The time of a message, corrected by the offset of its station's clock, at its receipt at the latest. Null: no time, as there is none, or
 * one that cannot be: of a clock that is not set (OCPP 1.6 §4.2.1), before what came before, or long after the receipt.
 */
export function possibleTime(at: Date | null, { notBefore, receivedAt }: TimeBounds): Date | null {
  if (at === null || !(at.getTime() >= NOT_SET) || at.getTime() > receivedAt.getTime() + MAX_FUTURE_MS) return null;
  if (notBefore !== null && at < notBefore) return null;
  return at < receivedAt ? at : receivedAt;
}

interface StartTimes {
  at: Date | null;
  askedAt: Date;
  receivedAt: Date;
}

interface KnownOffset {
  offsetMs: number;
  asOf: Date;
}

/**
 * How far stations' clocks are from ours. A message that comes late, as when it is sent again because its answer was lost, makes a
 * clock look behind, never ahead: of two messages the one that shows less delay is believed.
 */
export function watchClocks() {
  const known = new Map<string, KnownOffset>();
  const offsetBy = (at: Date, receivedAt: Date): number => {
    const offsetMs = receivedAt.getTime() - at.getTime();
    return offsetMs >= 0 && offsetMs <= MAX_TRANSIT_MS ? 0 : offsetMs;
  };
  return {
    /** What a start of ours has led to on this connection: `at` is its time by the station's clock. */
    note(stationId: string, { at, askedAt, receivedAt }: StartTimes): void {
      if (at === null) return;
      // It cannot have begun before it was asked for: a time after that is right, however long it was on its way.
      const canBe = at.getTime() >= askedAt.getTime() - MAX_TRANSIT_MS && at <= receivedAt;
      const offsetMs = canBe ? 0 : offsetBy(at, receivedAt);
      const before = known.get(stationId);
      const isFresh = before !== undefined && receivedAt.getTime() - before.asOf.getTime() < KNOWN_FOR_MS;
      if (isFresh && offsetMs !== 0 && offsetMs > before.offsetMs) return;
      known.set(stationId, { offsetMs, asOf: receivedAt });
    },
    /** Any message, even one that was kept back or tells of an earlier time: the clock is not behind by more than it shows. */
    bound(stationId: string, at: Date | null, receivedAt: Date): void {
      const offsetMs = at === null ? 1 : offsetBy(at, receivedAt);
      if (offsetMs <= 0) known.set(stationId, { offsetMs, asOf: receivedAt });
    },
    /** To be added to the station's times. */
    offsetMs: (stationId: string): number => known.get(stationId)?.offsetMs ?? 0,
    /** False where nobody knows how far it is off. */
    isSet: (at: Date): boolean => at.getTime() >= NOT_SET,
  };
}

export type Clocks = ReturnType<typeof watchClocks>;
