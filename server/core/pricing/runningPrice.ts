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
 * A session priced up to one of its readings. What comes after is priced on from there, so that a reading costs as much to
 * price after three days as after a minute, and comes to the same as everything priced from the start. Never changed: going
 * on makes a new one.
 */
export interface RunningPrice {
  readonly tariff: Tariff;
  readonly place: PricingLocation;
  readonly startedAt: Date;
  /** Second after which nothing of the calendar counts any more, where the end is known; else infinite. */
  readonly endsS: number;
  /** Pieces of the calendar from the last reading's on, and up to where they are known. */
  readonly pieces: readonly CalendarPiece[];
  readonly knownToS: number;
  /** Null before the first reading. */
  readonly cut: CutSoFar | null;
  /** What was used before `cut.last`; a tally for a session in which no energy has flowed is kept as long as none has. */
  readonly tally: Tally;
  readonly idle: { readonly tariff: Tariff; readonly tally: Tally } | null;
  /** Since when a fee for staying has run when `cut.last` began; null: none did. */
  readonly feeFromS: number | null;
  /** What charging has cost, from change to change, before `cut.last`. */
  readonly rates: readonly Rate[];
}

/** What charging has cost since a second of the epoch; null: nothing for energy, for time. */
export interface Rate {
  fromS: number;
  energy: PriceComponent | null;
  time: PriceComponent | null;
}

/** What follows on the readings that have been priced for good. */
export type UsageSince = Pick<Usage, 'endedAt' | 'readings'>;

/** So far ahead the calendar is looked up at once: further than a fee is looked for from a recent reading. */
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

/** Prices readings for good. Each lies before the second in which the session ends, unless that is known to be `endsS`. */
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

/** What the session costs if it ends there. See `price`. */
export function priceUntil(running: RunningPrice, { vatPercent, ...since }: UsageSince & { vatPercent: number }): PricedLine[] {
  const { tariff, tally } = running;
  return linesOf(tally, { tariff, segments: segmentsSince(running, since), vatPercent });
}

/** What is owed for it: where no energy has flowed, nothing for its start. */
export function owedUntil(running: RunningPrice, { vatPercent, ...since }: UsageSince & { vatPercent: number }): PricedLine[] {
  const { tariff, tally } = hasFlowed(running, since) || !running.idle ? running : running.idle;
  return linesOf(tally, { tariff, segments: segmentsSince(running, since), vatPercent });
}

/** From the first energy on, what is owed is the whole price. */
export const hasFlowed = ({ idle }: RunningPrice, { readings }: Pick<UsageSince, 'readings'>): boolean =>
  idle === null || readings.some(({ energyWh }) => energyWh > 0);

function linesOf(tally: Tally, { segments, ...request }: { tariff: Tariff; segments: readonly Segment[]; vatPercent: number }) {
  return priceTally(addSegments(tally, { tariff: request.tariff, segments }), request);
}

/** The same from change to change until an instant that may lie ahead. */
export function ratesUntil(running: RunningPrice, since: UsageSince): readonly Rate[] {
  return ratesAfter(running.rates, { tariff: running.tariff, segments: segmentsSince(running, since) });
}

/** The last segment so far, grown, and what follows on it. */
export function segmentsSince(running: RunningPrice, { endedAt, readings }: UsageSince): Segment[] {
  const { tariff, place, startedAt, knownToS, cut } = running;
  const endS = secondsAt(endedAt);
  const later = endS > knownToS ? laterPieces({ tariff, place, fromS: knownToS, toS: endS }) : [];
  const pieces = before([...running.pieces, ...later], endS);
  return cutUp({ tariff, usage: { startedAt, endedAt, readings }, pieces }, cut);
}

/** A piece that would begin when the session ends is none of it. */
const before = (pieces: readonly CalendarPiece[], endS: number): CalendarPiece[] =>
  pieces.filter(({ fromS }, index) => index === 0 || fromS < endS);

/** A day at a time, so that most readings look nothing up. */
function extendPieces({ tariff, place, pieces, knownToS, endsS }: RunningPrice, atS: number) {
  if (knownToS >= Math.min(atS + FEE_HORIZON_S + DAY_S / 2, endsS)) return { pieces, knownToS };
  const toS = Math.min(atS + CALENDAR_WINDOW_S, endsS);
  return { pieces: [...pieces, ...laterPieces({ tariff, place, fromS: knownToS, toS })], knownToS: toS };
}

/** A tariff that minds power may change its prices with every reading: so many changes are kept, and one more to tell. */
export const MAX_RATES = 24;

/** The rates of segments that follow on those before, each with when it began. Standing changes none: it is a fee of its own. */
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
