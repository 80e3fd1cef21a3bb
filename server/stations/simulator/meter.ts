import type { Battery } from '../../../shared/charging/session.ts';
import { DAY_S } from '../../../shared/model/time.ts';
import type { MeterReading } from '../../core/ports/stationPort.ts';
import { DRIVERS } from './drivers.ts';
import type { SimulatedStart } from './plug.ts';

export const INTERVAL_S = 10;
const FULL_WH = 60_000;
const PLUGGED_IN_PERCENT = 20;
const MAX_SESSION_S = DAY_S;
const STOP_DURATION_S = 2;
const LOCKED_S = 600;
const PULLING_S = 8;
/** The power that vehicles draw: at most `AC_MAX_W`, or for DC this share of the connector's power. */
const AC_MAX_W = 11_000;
const DC_SHARE = 0.8;
const DC_TAPER_S = 1800;
const DC_MIN_SHARE = 0.3;

/**
 * When the events of a simulated session happen. This follows from the stored start alone, so a restart of the app changes
 * nothing.
 */
export interface Course {
  /** Null: no vehicle is plugged in. */
  startsAt: Date | null;
  /** When the vehicle stops drawing power. Null: not before the end. */
  pausesAt: Date | null;
  endsAt: Date | null;
  /** When the last meter reading becomes available. Null: no vehicle is plugged in. */
  finalAt: Date | null;
}

export function courseOf(start: SimulatedStart): Course {
  const driver = DRIVERS[start.script];
  if (driver.plugsInAfterS === null || start.cancelledAt !== null)
    return { startsAt: null, pausesAt: null, endsAt: null, finalAt: null };
  const startMs = Date.parse(start.requestedAt) + driver.plugsInAfterS * 1000;
  const endMs = Math.min(
    startMs + (driver.unplugsAfterS ?? MAX_SESSION_S) * 1000,
    start.stoppedAt === null ? Number.POSITIVE_INFINITY : Math.max(startMs, Date.parse(start.stoppedAt) + STOP_DURATION_S * 1000),
  );
  const pauseMs = startMs + Math.min(driver.pausesAfterS ?? MAX_SESSION_S, secondsUntilFull(start)) * 1000;
  return {
    startsAt: new Date(startMs),
    pausesAt: pauseMs < endMs ? new Date(pauseMs) : null,
    endsAt: new Date(endMs),
    finalAt: new Date(endMs + driver.lastValueAfterS * 1000),
  };
}

/**
 * Returns when the driver unplugs the vehicle. A locked connector is released after ten minutes at the latest.
 * @returns null if no vehicle is plugged in
 */
export function unpluggedAt(start: SimulatedStart): Date | null {
  const { endsAt, finalAt } = courseOf(start);
  if (!endsAt || !finalAt) return null;
  if (!DRIVERS[start.script].locks) return finalAt;
  const unlockedMs = start.unlockedAt ? Date.parse(start.unlockedAt) + PULLING_S * 1000 : Number.POSITIVE_INFINITY;
  return new Date(Math.max(finalAt.getTime(), Math.min(unlockedMs, endsAt.getTime() + LOCKED_S * 1000)));
}

/** Returns the power in W after this many seconds of charging. */
function powerAfter({ powerW, isDc }: SimulatedStart, seconds: number): number {
  if (!isDc) return Math.min(powerW, AC_MAX_W);
  const share = Math.max(DC_MIN_SHARE, 1 - ((1 - DC_MIN_SHARE) * seconds) / DC_TAPER_S);
  return Math.round(powerW * DC_SHARE * share);
}

/**
 * Returns the energy in whole Wh after this many seconds: the integral of a power that decreases linearly and then stays
 * constant.
 */
function energyAfter(start: SimulatedStart, seconds: number): number {
  if (!start.isDc) return Math.floor((powerAfter(start, 0) * seconds) / 3600);
  const peakW = start.powerW * DC_SHARE;
  const falling = Math.min(seconds, DC_TAPER_S);
  const flat = Math.max(0, seconds - DC_TAPER_S);
  return Math.floor(
    (peakW * (falling - ((1 - DC_MIN_SHARE) * falling ** 2) / (2 * DC_TAPER_S)) + peakW * DC_MIN_SHARE * flat) / 3600,
  );
}

function secondsUntilFull(start: SimulatedStart): number {
  let [few, many] = [0, MAX_SESSION_S];
  while (many - few > 1) {
    const middle = Math.floor((few + many) / 2);
    if (energyAfter(start, middle) < FULL_WH) few = middle;
    else many = middle;
  }
  return many;
}

/**
 * Returns the readings after `since` and up to `until`: one per interval, one when charging pauses, and one at the end. Its run
 * time does not depend on the length of the session.
 */
export function readingsBetween(start: SimulatedStart, { since, until }: { since: Date | null; until: Date }): MeterReading[] {
  const { startsAt, pausesAt, endsAt } = courseOf(start);
  if (!startsAt || until < startsAt) return [];
  const [firstMs, intervalMs] = [startsAt.getTime(), INTERVAL_S * 1000];
  const lastMs = Math.min(until.getTime(), endsAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const sinceMs = since?.getTime() ?? Number.NEGATIVE_INFINITY;
  const times = new Set<number>();
  const known = Math.max(0, Math.floor((Math.max(sinceMs, firstMs) - firstMs) / intervalMs));
  for (let at = firstMs + known * intervalMs; at <= lastMs; at += intervalMs) times.add(at);
  if (pausesAt && pausesAt.getTime() <= lastMs) times.add(pausesAt.getTime());
  if (endsAt && endsAt.getTime() <= lastMs) times.add(endsAt.getTime());
  return [...times]
    .filter(at => at > sinceMs)
    .sort((a, b) => a - b)
    .map(at => readingAt(start, { startsAt, pausesAt, at }));
}

/** Returns the state of a simulated vehicle's battery: 20 % when plugged in, and full after `FULL_WH`. */
export function batteryAt(start: SimulatedStart, now: Date): Battery {
  const { startsAt, pausesAt, endsAt } = courseOf(start);
  const [nowMs, startMs] = [now.getTime(), startsAt?.getTime() ?? now.getTime()];
  const chargedMs = Math.min(nowMs, pausesAt?.getTime() ?? nowMs, endsAt?.getTime() ?? nowMs) - startMs;
  const seconds = Math.max(0, chargedMs / 1000);
  return {
    at: now.toISOString(),
    percent: Math.min(100, Math.floor(PLUGGED_IN_PERCENT + (energyAfter(start, seconds) / FULL_WH) * (100 - PLUGGED_IN_PERCENT))),
    targetPercent: 100,
    minutesLeft: Math.ceil(Math.max(0, secondsUntilFull(start) - seconds) / 60),
  };
}

function readingAt(
  start: SimulatedStart,
  { startsAt, pausesAt, at }: { startsAt: Date; pausesAt: Date | null; at: number },
): MeterReading {
  const chargedMs = Math.min(at, pausesAt?.getTime() ?? Number.POSITIVE_INFINITY) - startsAt.getTime();
  const isCharging = pausesAt === null || at < pausesAt.getTime();
  const seconds = chargedMs / 1000;
  return {
    at: new Date(at),
    energyWh: energyAfter(start, seconds),
    powerW: isCharging ? powerAfter(start, seconds) : 0,
    isCharging,
  };
}

/** Returns when the next event must be reported. Null: no more events follow. */
export function nextEventAfter(start: SimulatedStart, now: Date): Date | null {
  const { startsAt, pausesAt, endsAt, finalAt } = courseOf(start);
  if (!startsAt) return null;
  const elapsed = now.getTime() - startsAt.getTime();
  const tick =
    elapsed < 0 ? startsAt.getTime() : startsAt.getTime() + (Math.floor(elapsed / (INTERVAL_S * 1000)) + 1) * INTERVAL_S * 1000;
  const isOver = endsAt !== null && now >= endsAt;
  const events = [isOver ? null : tick, pausesAt?.getTime(), endsAt?.getTime(), finalAt?.getTime()];
  const coming = events.filter((at): at is number => at != null && at > now.getTime());
  return coming.length === 0 ? null : new Date(Math.min(...coming));
}
