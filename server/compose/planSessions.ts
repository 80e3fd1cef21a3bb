import { DAY_MS, HOUR_MS, isoDay, MINUTE_MS } from '../../shared/model/time.ts';

/** A session of the past, as planned. */
export interface PlannedSession {
  at: Date;
  minutes: number;
  /** Number between 0 and 1 that selects the plug. */
  plug: number;
  /** Number between 0 and 1 that selects the test card and the driver. */
  driver: number;
  /** Hours for which a plug was out of order in the night before this session. Null: no plug was. */
  faultHours: number | null;
}

const FIRST_HOUR = 5;
const LAST_HOUR = 20;
/** No past session begins later than this before the start of the demo, so that each has ended. */
const MARGIN_MS = 2 * HOUR_MS;

/**
 * Plans the sessions of the `days` before `now`, one after the other, more of them on Fridays and Saturdays. The same `now`
 * always gives the same plan, so that an interrupted process can continue.
 */
export function planSessions(now: Date, days: number): readonly PlannedSession[] {
  const random = createRandom(SEED);
  const last = now.getTime() - MARGIN_MS;
  const first = Date.parse(isoDay(now)) - days * DAY_MS;
  const planned: PlannedSession[] = [];
  for (let day = first; day < last; day += DAY_MS) {
    let faultHours = random() < FAULT_SHARE ? 1 + random() * 3 : null;
    const busyMinutes = BUSY_DAYS.has(new Date(day).getUTCDay()) ? 95 : 165;
    const gapMinutes = day < last - DENSE_MS ? QUIET_MINUTES : busyMinutes;
    for (let at = day + FIRST_HOUR * HOUR_MS; ; ) {
      at += (10 + random() * 2 * gapMinutes) * MINUTE_MS;
      const minutes = Math.round(12 + random() * 45);
      if (at > day + LAST_HOUR * HOUR_MS || at > last) break;
      planned.push({ at: new Date(at), minutes, plug: random(), driver: random(), faultHours });
      faultHours = null;
      at += minutes * MINUTE_MS;
    }
  }
  return planned;
}

/** The last days, which the overview compares, have more sessions than those before, so that the history is ready soon. */
const DENSE_MS = 9 * DAY_MS;
const QUIET_MINUTES = 600;

/** Share of nights in which a plug is out of order for some hours. */
const FAULT_SHARE = 0.4;
const BUSY_DAYS: ReadonlySet<number> = new Set([5, 6]);
const SEED = 20_261;

/** Creates a generator of numbers between 0 and 1 that always begins with the same numbers (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
