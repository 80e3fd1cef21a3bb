import type { PriceComponent, Tariff } from '../../../shared/model/tariff.ts';
import { DAY_S } from '../../../shared/model/time.ts';
import type { MeterReading } from '../ports/stationPort.ts';
import { type CalendarPiece, calendarPieces, laterPieces, type PricingLocation } from './calendar.ts';
import { addSegments, NOTHING_USED, priceTally, type Tally } from './charges.ts';
import type { PricedLine } from './gross.ts';
import { FEE_HORIZON_S, lineKind, runningFeeSince } from './lineKind.ts';
import { componentAt, type Match } from './match.ts';
import { meterWith, secondsAt, type Usage } from './meterCurve.ts';
import { type CutSoFar, cutUp, type Segment } from './segments.ts';
import { withoutStart } from './withoutStart.ts';

/**
 * Price of a session up to its latest reading. Later readings are added to it, so the effort for a reading does not grow with
 * the length of the session. The result is the same as if all readings were priced at once. Immutable: each step returns a new
 * object.
 */
export interface RunningPrice {
  readonly tariff: Tariff;
  readonly place: PricingLocation;
  readonly startedAt: Date;
  /** End of the session in seconds since the epoch. Infinite: unknown. Calendar periods after the end are left out. */
  readonly endsS: number;
  /** Calendar periods from the latest reading on, computed up to `knownToS`. */
  readonly pieces: readonly CalendarPiece[];
  readonly knownToS: number;
  /** State of the split into segments at the latest reading. Null before the first reading. */
  readonly cut: CutSoFar | null;
  /**
   * `tally`: quantities of the segments before `cut.last`. `idle`: the same quantities at the tariff without start fee, which
   * applies if no energy flows. `idle` is null once energy has flowed.
   */
  readonly tally: Tally;
  readonly idle: { readonly tariff: Tariff; readonly tally: Tally } | null;
  /** Time since which a fee for staying connected had run when `cut.last` began. Null: no fee ran. */
  readonly feeFromS: number | null;
  /** Charging prices before `cut.last`, one entry per change of price. */
  readonly rates: readonly Rate[];
}

/** Charging prices that apply from `fromS` (seconds since the epoch) on. Null: energy or time has no price. */
export interface Rate {
  fromS: number;
  energy: PriceComponent | null;
  time: PriceComponent | null;
}

/** End of the session, and the readings that the running price does not contain yet. */
export type UsageSince = Pick<Usage, 'endedAt' | 'readings'>;

/** Number of seconds for which the calendar is computed in advance: one day more than the period in which fees are announced. */
const CALENDAR_WINDOW_S = FEE_HORIZON_S + DAY_S;

export function startPrice(request: Pick<RunningPrice, 'tariff' | 'place' | 'startedAt' | 'endsS'>): RunningPrice {
  const fromS = secondsAt(request.startedAt);
  const knownToS = Math.min(fromS + CALENDAR_WINDOW_S, request.endsS);
  return {
    ...request,
    pieces: calendarPieces({ ...request, fromS, toS: knownToS }),
    knownToS,
    cut: null,
    tally: NOTHING_USED,
    idle: { tariff: withoutStart(request.tariff), tally: NOTHING_USED },
    feeFromS: null,
    rates: [],
  };
}

/**
 * Adds readings to the price. All readings must be before the second in which the session ends, unless `endsS` already contains
 * that second.
 */
export function continuePrice(running: RunningPrice, readings: readonly MeterReading[]): RunningPrice {
  const { tariff, startedAt, feeFromS } = running;
  const meter = meterWith({ startedAt, readings }, running.cut?.meter ?? null);
  if (readings.length === 0 || !meter) return running;
  const { pieces, knownToS } = extendPieces(running, meter.atS);
  const endedAt = new Date(meter.atS * 1000);
  const segments = cutUp({ tariff, usage: { startedAt, endedAt, readings }, pieces: before(pieces, running.endsS) }, running.cut);
  const [closed, last] = [segments.slice(0, -1), segments.at(-1)];
  if (!last) return running;
  const { idle } = running;
  return {
    ...running,
    pieces: pieces.slice(
      Math.max(
        0,
        pieces.findLastIndex(({ fromS }) => fromS <= meter.atS),
      ),
    ),
    knownToS,
    cut: { meter, last },
    tally: addSegments(running.tally, { tariff, segments: closed }),
    idle:
      idle && meter.energyWh === 0
        ? { ...idle, tally: addSegments(idle.tally, { tariff: idle.tariff, segments: closed }) }
        : null,
    feeFromS: runningFeeSince(tariff, closed, feeFromS),
    rates: ratesAfter(running.rates, { tariff, segments: closed }),
  };
}

/** Returns the lines of `price` as if the session ended at `endedAt`. */
export function priceUntil(running: RunningPrice, { vatPercent, ...since }: UsageSince & { vatPercent: number }): PricedLine[] {
  const { tariff, tally } = running;
  return linesOf(tally, { tariff, segments: segmentsSince(running, since), vatPercent });
}

/** Returns the lines of `priceOwed` as if the session ended at `endedAt`. If no energy has flowed, no start fee is owed. */
export function owedUntil(running: RunningPrice, { vatPercent, ...since }: UsageSince & { vatPercent: number }): PricedLine[] {
  const { tariff, tally } = hasFlowed(running, since) || !running.idle ? running : running.idle;
  return linesOf(tally, { tariff, segments: segmentsSince(running, since), vatPercent });
}

/** Returns true if energy has flowed. From then on the complete price is owed. */
export const hasFlowed = ({ idle }: RunningPrice, { readings }: Pick<UsageSince, 'readings'>): boolean =>
  idle === null || readings.some(({ energyWh }) => energyWh > 0);

function linesOf(tally: Tally, { segments, ...request }: { tariff: Tariff; segments: readonly Segment[]; vatPercent: number }) {
  return priceTally(addSegments(tally, { tariff: request.tariff, segments }), request);
}

/** Returns the charging prices up to `endedAt`, which may be in the future. One entry per change of price. */
export function ratesUntil(running: RunningPrice, since: UsageSince): readonly Rate[] {
  return ratesAfter(running.rates, { tariff: running.tariff, segments: segmentsSince(running, since) });
}

/**
 * Returns the segments up to `endedAt`. The first one is the last segment of the running price, which the new readings may
 * extend.
 */
export function segmentsSince(running: RunningPrice, { endedAt, readings }: UsageSince): Segment[] {
  const { tariff, place, startedAt, knownToS, cut } = running;
  const endS = secondsAt(endedAt);
  const later = endS > knownToS ? laterPieces({ tariff, place, fromS: knownToS, toS: endS }) : [];
  const pieces = before([...running.pieces, ...later], endS);
  return cutUp({ tariff, usage: { startedAt, endedAt, readings }, pieces }, cut);
}

/** Removes calendar periods that would begin at the end of the session or after it. */
const before = (pieces: readonly CalendarPiece[], endS: number): CalendarPiece[] =>
  pieces.filter(({ fromS }, index) => index === 0 || fromS < endS);

/** Extends the calendar by at least half a day, so that most readings need no computation of the calendar. */
function extendPieces({ tariff, place, pieces, knownToS, endsS }: RunningPrice, atS: number) {
  if (knownToS >= Math.min(atS + FEE_HORIZON_S + DAY_S / 2, endsS)) return { pieces, knownToS };
  const toS = Math.min(atS + CALENDAR_WINDOW_S, endsS);
  return { pieces: [...pieces, ...laterPieces({ tariff, place, fromS: knownToS, toS })], knownToS: toS };
}

/**
 * Maximum number of stored charging prices, because with power restrictions every reading may change the price. One more is
 * stored, which shows that earlier prices were dropped.
 */
export const MAX_RATES = 24;

/**
 * Appends the charging prices of later segments where they change. Fees for parking time are left out, because they are
 * announced separately.
 */
function ratesAfter(
  before: readonly Rate[],
  { tariff, segments }: { tariff: Tariff; segments: readonly Segment[] },
): readonly Rate[] {
  const rates = [...before];
  for (const segment of segments) {
    const rate = rateOf(tariff, segment);
    const last = rates.at(-1);
    if (segment.toS > segment.fromS && !(last && isSame(last, rate))) rates.push(rate);
  }
  return rates.slice(-MAX_RATES - 1);
}

function rateOf(tariff: Tariff, { fromS, moment }: Segment): Rate {
  const charging = { ...moment, standingS: null };
  const time = componentAt(tariff, 'TIME', charging);
  const isTimeFee = time !== null && lineKind(tariff, time) === 'time';
  return { fromS, energy: costing(componentAt(tariff, 'ENERGY', charging)), time: isTimeFee ? costing(time) : null };
}

const costing = (match: Match | null): PriceComponent | null =>
  match && match.component.priceMicro > 0 ? match.component : null;

const isSame = (one: Rate, other: Rate): boolean => isSamePrice(one.energy, other.energy) && isSamePrice(one.time, other.time);

const isSamePrice = (one: PriceComponent | null, other: PriceComponent | null): boolean =>
  one?.priceMicro === other?.priceMicro && one?.vatPercent === other?.vatPercent;
