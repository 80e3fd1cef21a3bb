import type { LockOut } from '../chargePoints/registry.ts';

/** A station sends its next call when the last one was answered (OCPP-J 1.6 §4.1.1); some send a few at once. */
export const MAX_UNANSWERED = 3;
/** Frames that do not wait for an answer, or are no message. */
const MAX_UNFIT_FRAMES = 200;
const UNFIT_FRAMES_PER_S = 10;
/** Calls that are answered. */
const CALLS_PER_S = 50;
/** A frame counts once for each started part of this size. */
const BYTES_PER_POINT = 20_000;
/** What a connection counts: a station comes back a few times after a fault, not again and again. */
export const CONNECTION_POINTS = 5;
const MIN_LOCK_MS = 1000;
const MAX_LOCK_MS = 5 * 60_000;

interface LimitsOptions {
  /** Monotonic. */
  nowMs?(): number;
  /** The clock of all processes. */
  now(): Date;
  /** Stores a lock-out, once each. */
  lockedOut(stationId: string, lockOut: LockOut): void;
}

interface Usage {
  /** When the budget for unfit frames is full again. */
  budgetFullAtMs: number;
  /** When all calls that were let through are within the pace. */
  paceMetAtMs: number;
  lockMs: number;
  lockedUntilMs: number;
}

/** What a frame of so many bytes counts. */
export const pointsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / BYTES_PER_POINT));

/** Limits for each station identity: its lock-out counts at all processes, all else over its connections to this process. */
export function createStationLimits({ nowMs = () => performance.now(), now: clockNow, lockedOut }: LimitsOptions) {
  const usages = new Map<string, Usage>();
  const usageOf = (stationId: string): Usage => {
    const usage = usages.get(stationId) ?? { budgetFullAtMs: 0, paceMetAtMs: 0, lockMs: MIN_LOCK_MS, lockedUntilMs: 0 };
    usages.set(stationId, usage);
    return usage;
  };
  return {
    /** For how many milliseconds the station is still locked out; 0: it may connect. */
    lockedForMs: (stationId: string): number => Math.max(0, (usages.get(stationId)?.lockedUntilMs ?? 0) - nowMs()),
    /** Applies a stored lock-out, unless a later one is known. Clocks that differ make none longer than it was set. */
    adopt(stationId: string, { until, durationMs }: LockOut): void {
      const usage = usageOf(stationId);
      const lockedUntilMs = nowMs() + Math.min(Date.parse(until) - clockNow().getTime(), durationMs);
      if (lockedUntilMs <= usage.lockedUntilMs) return;
      usage.lockedUntilMs = lockedUntilMs;
      usage.lockMs = Math.min(durationMs * 2, MAX_LOCK_MS);
    },
    /** Takes `points` from the budget for unfit frames. False: it is empty, and the station is locked out, each time twice as long. */
    spend(stationId: string, points: number): boolean {
      const usage = usageOf(stationId);
      const now = nowMs();
      usage.budgetFullAtMs = Math.max(usage.budgetFullAtMs, now) + (points * 1000) / UNFIT_FRAMES_PER_S;
      if (usage.budgetFullAtMs - now <= (MAX_UNFIT_FRAMES * 1000) / UNFIT_FRAMES_PER_S) return true;
      const isCalm = now - usage.lockedUntilMs > 2 * MAX_LOCK_MS;
      const lockMs = isCalm ? MIN_LOCK_MS : usage.lockMs;
      usage.lockedUntilMs = now + lockMs;
      usage.lockMs = Math.min(lockMs * 2, MAX_LOCK_MS);
      // What was sent beyond the budget is paid for by the lock.
      usage.budgetFullAtMs = now + (MAX_UNFIT_FRAMES * 1000) / UNFIT_FRAMES_PER_S;
      lockedOut(stationId, { until: new Date(clockNow().getTime() + lockMs).toISOString(), durationMs: lockMs });
      return false;
    },
    /** For how many milliseconds a call has to wait, so that no more than `CALLS_PER_S` are answered. */
    paceMs(stationId: string, points: number): number {
      const usage = usageOf(stationId);
      const now = nowMs();
      usage.paceMetAtMs = Math.max(usage.paceMetAtMs, now) + (points * 1000) / CALLS_PER_S;
      return Math.max(0, usage.paceMetAtMs - now - 1000);
    },
  };
}

export type StationLimits = ReturnType<typeof createStationLimits>;
