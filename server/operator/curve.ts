import type { CurvePoint } from '../../shared/session.ts';
import type { MeterReading } from './ports.ts';

/** A chart shows no more than this. */
const MOST_POINTS = 120;

/** Power over time with its extremes: of each stretch of readings the lowest and the highest stay. */
export function powerCurve(readings: readonly MeterReading[]): CurvePoint[] {
  if (readings.length <= MOST_POINTS) return readings.map(pointOf);
  const size = Math.ceil((readings.length - 1) / (MOST_POINTS / 2 - 1));
  const points: MeterReading[] = [];
  for (let from = 0; from < readings.length - 1; from += size)
    points.push(...extremes(readings.slice(from, Math.min(from + size, readings.length - 1))));
  const last = readings.at(-1);
  return [...points, ...(last ? [last] : [])].map(pointOf);
}

function extremes(stretch: readonly MeterReading[]): MeterReading[] {
  const sorted = [...stretch].sort((a, b) => a.powerW - b.powerW);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (!lowest || !highest || lowest === highest) return lowest ? [lowest] : [];
  return lowest.at < highest.at ? [lowest, highest] : [highest, lowest];
}

const pointOf = ({ at, energyWh, powerW, isCharging }: MeterReading): CurvePoint => ({
  at: at.toISOString(),
  energyWh,
  powerW: isCharging ? powerW : 0,
});
