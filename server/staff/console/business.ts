import { Temporal } from 'temporal-polyfill';
import type { Business, HourlySums } from '../../../shared/console/today.ts';
import { HOUR_MS, iso } from '../../../shared/model/time.ts';
import { USUAL_BOOKS } from '../../core/records/ledgerSettings.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { type BusinessDay, sumCapturesByHour, sumOpenHolds, sumSessionsByHour } from '../../store/staff/business.ts';

/** Returns energy and money of today by hour, compared with the same weekday last week. */
export async function businessOf({ store: { db }, clock, books = USUAL_BOOKS }: OperatorContext): Promise<Business> {
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO(books.timeZone);
  const [today, before] = [dayAt(now), dayAt(now.subtract({ weeks: 1 }))];
  const hours = hoursOf(today).map(at => iso(at));
  const [ended, endedBefore] = [await sumSessionsByHour(db, today), await sumSessionsByHour(db, before)];
  const [captured, capturedBefore] = [await sumCapturesByHour(db, today), await sumCapturesByHour(db, before)];
  const stillHeld = await sumOpenHolds(db);
  const currencies = [...new Set([...captured, ...capturedBefore, ...stillHeld].map(({ currency }) => currency))].sort();
  const isHere = { length: hours.length, current: (today.until.getTime() - today.from.getTime()) / HOUR_MS };
  return {
    comparedWith: iso(before.until),
    hours,
    energy: hourly(isHere, ended.map(energyIn), endedBefore.map(energyIn)),
    money: currencies.map(currency => {
      const of = (sums: typeof captured) =>
        sums.filter(sum => sum.currency === currency).map(({ hour, isBefore, minor }) => ({ hour, isBefore, value: minor }));
      return { currency, ...hourly(isHere, of(captured), of(capturedBefore)) };
    }),
    sessions: total(ended.map(({ sessions }) => sessions)),
    sessionsBefore: total(endedBefore.filter(({ isBefore }) => isBefore).map(({ sessions }) => sessions)),
    stillHeld,
  };
}

function dayAt(now: Temporal.ZonedDateTime): BusinessDay {
  const start = now.startOfDay();
  const at = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds);
  return { from: at(start), to: at(start.add({ days: 1 })), until: at(now) };
}

const hoursOf = ({ from, to }: BusinessDay): number[] =>
  Array.from({ length: (to.getTime() - from.getTime()) / HOUR_MS }, (_, hour) => from.getTime() + hour * HOUR_MS);

interface Part {
  hour: number;
  isBefore: boolean;
  value: number;
}

const energyIn = ({ hour, isBefore, energyWh }: Omit<Part, 'value'> & { energyWh: number }): Part => ({
  hour,
  isBefore,
  value: energyWh,
});

/** Distributes sums over the hours of today. `current`: the time since midnight in hours. */
function hourly(
  { length, current }: { length: number; current: number },
  now: readonly Part[],
  before: readonly Part[],
): HourlySums {
  const at = (parts: readonly Part[], hour: number) => total(parts.filter(part => part.hour === hour).map(({ value }) => value));
  const hours = Array.from({ length }, (_, hour) => hour);
  return {
    today: hours.map(hour => (hour <= current ? at(now, hour) : null)),
    before: hours.map(hour => at(before, hour)),
    total: total(now.map(({ value }) => value)),
    totalBefore: total(before.filter(({ isBefore }) => isBefore).map(({ value }) => value)),
  };
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
