import type { OcpiCdr } from '../messages/cdr.ts';
import { type Decimal, sumOfDecimals, wholeOf } from '../messages/decimals.ts';
import type { ChargingPeriod } from '../messages/session.ts';

/** An interval of a finished session in which the vehicle either charged or was parked. */
export interface CdrStretch {
  fromMs: number;
  toMs: number;
  /** Energy from the start of the session to the end of this interval. */
  untilWh: number;
  isParking: boolean;
}

interface Period {
  fromMs: number;
  toMs: number;
  /** Thousandths of a Wh, if the CDR states kWh. Some CDRs state Wh by mistake, see `scaleOf`. */
  milliWh: number;
  parkingMs: number;
}

/** Tolerated difference between the total energy and the sum of the periods: 10 Wh. */
const MAX_DIFFERENCE_MILLI_WH = 10_000;
/** Tolerated difference between parking times. CDRs state them in rounded hours. */
const MAX_DIFFERENCE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Returns how a CDR's energy and parking time are distributed over the session. If the energies of the periods do not add up to
 * the total, the total is spread evenly over the time in which the vehicle was not parked.
 */
export function stretchesOf(cdr: OcpiCdr): CdrStretch[] {
  const periods = periodsOf(cdr);
  const totalMilliWh = wholeOf(cdr.total_energy, 6);
  const scale = scaleOf(periods, totalMilliWh);
  const halves = withTotalParking(periods, cdr.total_parking_time).flatMap(period => splitParking(period));
  const charging = halves.map(({ fromMs, toMs, isParking }) => (isParking ? 0 : toMs - fromMs));
  const chargingMs = charging.reduce((sum, ms) => sum + ms, 0);
  const passed = { milliWh: 0, ms: 0 };
  return halves.map(({ fromMs, toMs, milliWh, isParking }, at) => {
    passed.milliWh += milliWh;
    passed.ms += charging[at] ?? 0;
    const spreadMilliWh = scale === null ? shareOf(totalMilliWh, passed.ms, chargingMs) : Math.round(passed.milliWh / scale);
    const isLast = at === halves.length - 1;
    return { fromMs, toMs, untilWh: whole(isLast ? totalMilliWh : Math.min(spreadMilliWh, totalMilliWh)), isParking };
  });
}

const whole = (milliWh: number): number => Math.round(milliWh / 1000);

const shareOf = (total: number, part: number, all: number): number =>
  all === 0 ? 0 : Number((BigInt(total) * BigInt(part)) / BigInt(all));

function periodsOf({ start_date_time, end_date_time, charging_periods }: OcpiCdr): Period[] {
  const [startMs, endMs] = [start_date_time.getTime(), end_date_time.getTime()];
  const within = (at: Date): number => Math.max(startMs, Math.min(at.getTime(), endMs));
  if (charging_periods.length === 0) return [{ fromMs: startMs, toMs: Math.max(startMs, endMs), milliWh: 0, parkingMs: 0 }];
  const sorted = charging_periods.toSorted((a, b) => a.start_date_time.getTime() - b.start_date_time.getTime());
  return sorted.map((period, at) => {
    const next = sorted[at + 1];
    return {
      fromMs: at === 0 ? startMs : within(period.start_date_time),
      toMs: next ? within(next.start_date_time) : Math.max(startMs, endMs),
      milliWh: wholeOf(volumeOf(period, 'ENERGY'), 6),
      parkingMs: hoursMs(volumeOf(period, 'PARKING_TIME')),
    };
  });
}

const volumeOf = ({ dimensions }: ChargingPeriod, wanted: string): Decimal =>
  sumOfDecimals(dimensions.filter(({ type }) => type === wanted).map(({ volume }) => volume));

const hoursMs = (hours: Decimal): number => Math.round((wholeOf(hours, 6) / 1_000_000) * HOUR_MS);

/**
 * Returns 1 if the periods state kWh, 1000 if they state Wh by mistake. Null: their energies do not add up to the total, and are
 * ignored.
 */
function scaleOf(periods: readonly Period[], totalMilliWh: number): 1 | 1000 | null {
  if (periods.some(({ milliWh }) => milliWh < 0)) return null;
  const sum = periods.reduce((total, { milliWh }) => total + milliWh, 0);
  if (Math.abs(sum - totalMilliWh) <= MAX_DIFFERENCE_MILLI_WH) return 1;
  return Math.abs(Math.round(sum / 1000) - totalMilliWh) <= MAX_DIFFERENCE_MILLI_WH ? 1000 : null;
}

/**
 * Places the total parking time at the end of the session if the periods state no parking time, or more than the total. Some CPO
 * platforms write the total into each period.
 */
function withTotalParking(periods: readonly Period[], totalParking: Decimal | undefined): readonly Period[] {
  if (totalParking === undefined) return periods;
  const parkedMs = periods.reduce((sum, { parkingMs }) => sum + parkingMs, 0);
  let leftMs = hoursMs(totalParking);
  if (parkedMs > 0 && parkedMs <= leftMs + MAX_DIFFERENCE_MS) return periods;
  return periods
    .toReversed()
    .map(period => {
      const parkingMs = Math.min(leftMs, period.toMs - period.fromMs);
      leftMs -= parkingMs;
      return { ...period, parkingMs };
    })
    .toReversed();
}

/** Splits a period into a part in which the vehicle charged and a part in which it was parked. */
function splitParking(period: Period): (Period & { isParking: boolean })[] {
  const { fromMs, toMs, milliWh, parkingMs } = period;
  const lengthMs = toMs - fromMs;
  if (parkingMs === 0) return [{ ...period, isParking: false }];
  if (parkingMs >= lengthMs || (milliWh === 0 && lengthMs - parkingMs <= MAX_DIFFERENCE_MS))
    return [{ ...period, isParking: true }];
  const cutMs = toMs - parkingMs;
  return [
    { ...period, toMs: cutMs, isParking: false },
    { ...period, fromMs: cutMs, milliWh: 0, isParking: true },
  ];
}
