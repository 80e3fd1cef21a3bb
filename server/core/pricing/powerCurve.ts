import type { CurvePoint } from '../../../shared/charging/session.ts';
import type { MeterReading } from '../ports/stationPort.ts';

/** The readings with the lowest and the highest power in a group of consecutive meter readings. */
interface Stretch {
  lowest: MeterReading;
  highest: MeterReading;
}

/**
 * Power over time for a chart, reduced to the lowest and the highest reading of each stretch. Immutable: adding readings returns
 * a new curve. Adding takes the same effort for long sessions as for short ones.
 */
export interface Curve {
  /** All stretches cover the same number of readings, except the last one, which may cover fewer. */
  readonly stretches: readonly Stretch[];
  /** Number of readings in a full stretch, a power of two. */
  readonly size: number;
  /** Number of readings in all stretches together. */
  readonly count: number;
  /** The latest reading, which the chart always shows. It becomes part of a stretch when the next reading arrives. */
  readonly last: MeterReading | null;
}

/** Each stretch gives two points and the latest reading one, so a chart shows at most 48 points, and the page of a long session stays small. */
const MAX_STRETCHES = 23;

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
