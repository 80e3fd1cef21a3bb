import type { CurvePoint } from '../../../shared/charging/session.ts';
import type { MeterReading } from '../ports/stationPort.ts';

/** Some readings on end, as a chart shows them. */
interface Stretch {
  lowest: MeterReading;
  highest: MeterReading;
}

/**
 * Power over time with its extremes: of each stretch of readings the lowest and the highest stay. Never changed: adding
 * makes a new one, and costs as much however many readings there are.
 */
export interface Curve {
  /** All are of the same length, but for the one that is not full yet. */
  readonly stretches: readonly Stretch[];
  /** How many readings a full stretch has: a power of two. */
  readonly size: number;
  /** How many readings are in stretches. */
  readonly count: number;
  /** Shown as it is, and in a stretch only when another follows. */
  readonly last: MeterReading | null;
}

/** Two points each and the last reading: a chart shows no more than 120 points. */
const MAX_STRETCHES = 59;

export const NO_CURVE: Curve = { stretches: [], size: 2, count: 0, last: null };

export const addToCurve = (curve: Curve, readings: readonly MeterReading[]): Curve => readings.reduce(addReading, curve);

function addReading({ stretches, size, count, last }: Curve, reading: MeterReading): Curve {
  if (!last) return { stretches, size, count, last: reading };
  const one = { lowest: last, highest: last };
  const open = count % size === 0 ? undefined : stretches.at(-1);
  const more = open ? [...stretches.slice(0, -1), joined(open, one)] : [...stretches, one];
  const isFull = more.length > MAX_STRETCHES;
  return { stretches: isFull ? inPairs(more) : more, size: isFull ? size * 2 : size, count: count + 1, last: reading };
}

const inPairs = (stretches: readonly Stretch[]): Stretch[] =>
  stretches.flatMap((stretch, index) => {
    const next = stretches[index + 1];
    if (index % 2 === 1) return [];
    return [next ? joined(stretch, next) : stretch];
  });

const joined = (one: Stretch, next: Stretch): Stretch => ({
  lowest: next.lowest.powerW < one.lowest.powerW ? next.lowest : one.lowest,
  highest: next.highest.powerW >= one.highest.powerW ? next.highest : one.highest,
});

export function pointsOf({ stretches, last }: Curve): CurvePoint[] {
  return [...stretches.flatMap(inOrder), ...(last ? [last] : [])].map(pointOf);
}

function inOrder({ lowest, highest }: Stretch): MeterReading[] {
  if (lowest === highest) return [lowest];
  return lowest.at < highest.at ? [lowest, highest] : [highest, lowest];
}

const pointOf = ({ at, energyWh, powerW, isCharging }: MeterReading): CurvePoint => ({
  at: at.toISOString(),
  energyWh,
  powerW: isCharging ? powerW : 0,
});
