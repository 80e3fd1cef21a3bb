import type { LockOut } from '../chargePoints/registry.ts';

/**
 * Maximum number of unanswered calls that cost nothing. A station should wait for each response (OCPP-J 1.6 §4.1.1), but some
 * send a few calls at once.
 */
export const MAX_UNANSWERED = 3;
/** Budget in points for calls beyond `MAX_UNANSWERED`, and for frames that are not messages. */
const MAX_UNFIT_FRAMES = 200;
const UNFIT_FRAMES_PER_S = 10;
/** Maximum rate at which calls are answered. */
const CALLS_PER_S = 50;
/** Number of bytes of a frame that cost one point, rounded up. */
const BYTES_PER_POINT = 20_000;
/** Points that a new connection costs. A station may reconnect a few times after a fault, but not all the time. */
export const CONNECTION_POINTS = 5;
const MIN_LOCK_MS = 1000;
const MAX_LOCK_MS = 5 * 60_000;

interface LimitsOptions {
  /** Returns a monotonic time in milliseconds. Missing: `performance.now` is used. */
  nowMs?(): number;
  /** Returns the time by the clock that all processes share. */
  now(): Date;
  /** Stores a lock-out. Called once for each lock-out. */
  lockedOut(stationId: string, lockOut: LockOut): void;
}

interface Usage {
  /** Time at which the budget of `MAX_UNFIT_FRAMES` will be full again. */
  budgetFullAtMs: number;
  /** Time by which all admitted calls could have been answered at the maximum rate. */
  paceMetAtMs: number;
  lockMs: number;
  lockedUntilMs: number;
}

/** Returns what a frame costs, in points. */
export const pointsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / BYTES_PER_POINT));

/**
 * Creates the limits of all stations. A lock-out applies to all processes; the other limits apply to all connections of a
 * station to this process.
 */
export function createStationLimits({ nowMs = () => performance.now(), now: clockNow, lockedOut }: LimitsOptions) {
  const usages = new Map<string, Usage>();
  const usageOf = (stationId: string): Usage => {
    const usage = usages.get(stationId) ?? { budgetFullAtMs: 0, paceMetAtMs: 0, lockMs: MIN_LOCK_MS, lockedUntilMs: 0 };
    usages.set(stationId, usage);
    return usage;
  };
  return {
    /** Returns the milliseconds until the lock-out ends. 0: the station may connect. */
    lockedForMs: (stationId: string): number => Math.max(0, (usages.get(stationId)?.lockedUntilMs ?? 0) - nowMs()),
    /**
     * Applies a stored lock-out, unless a later one is known. Even if the clocks of processes differ, it lasts no longer than
     * its duration.
     */
    adopt(stationId: string, { until, durationMs }: LockOut): void {
      const usage = usageOf(stationId);
      const lockedUntilMs = nowMs() + Math.min(Date.parse(until) - clockNow().getTime(), durationMs);
      if (lockedUntilMs <= usage.lockedUntilMs) return;
      usage.lockedUntilMs = lockedUntilMs;
      usage.lockMs = Math.min(durationMs * 2, MAX_LOCK_MS);
    },
    /**
     * Takes points from the budget for unfit frames.
     * @returns false if the budget is used up; the station is then locked out, for twice as long each time
     */
    spend(stationId: string, points: number): boolean {
      const usage = usageOf(stationId);
      const now = nowMs();
      usage.budgetFullAtMs = Math.max(usage.budgetFullAtMs, now) + (points * 1000) / UNFIT_FRAMES_PER_S;
      if (usage.budgetFullAtMs - now <= (MAX_UNFIT_FRAMES * 1000) / UNFIT_FRAMES_PER_S) return true;
      const isCalm = now - usage.lockedUntilMs > 2 * MAX_LOCK_MS;
      const lockMs = isCalm ? MIN_LOCK_MS : usage.lockMs;
      usage.lockedUntilMs = now + lockMs;
      usage.lockMs = Math.min(lockMs * 2, MAX_LOCK_MS);
      // The budget becomes empty, not negative, because the lock-out already punishes the excess.
      usage.budgetFullAtMs = now + (MAX_UNFIT_FRAMES * 1000) / UNFIT_FRAMES_PER_S;
      lockedOut(stationId, { until: new Date(clockNow().getTime() + lockMs).toISOString(), durationMs: lockMs });
      return false;
    },
    /** Returns the milliseconds that a call must wait, so that at most `CALLS_PER_S` are answered. */
    paceMs(stationId: string, points: number): number {
      const usage = usageOf(stationId);
      const now = nowMs();
      usage.paceMetAtMs = Math.max(usage.paceMetAtMs, now) + (points * 1000) / CALLS_PER_S;
      return Math.max(0, usage.paceMetAtMs - now - 1000);
    },
  };
}

export type StationLimits = ReturnType<typeof createStationLimits>;
