import { type Dimension, type Tariff, type TariffRestrictions, WEEKDAYS, type Weekday } from '../../../shared/model/tariff.ts';
import { minutesOfChange } from '../pricing/calendar.ts';
import { componentAt, componentsOf, type Match, type Moment } from '../pricing/match.ts';

/** A range from `from` (inclusive) to `to` (exclusive). Null: no beginning or no end. */
export interface Range<T> {
  from: T | null;
  to: T | null;
}

/** The days and times of day at which a price applies. */
export interface DayTimes {
  weekdays: readonly Weekday[];
  /** True: only on public holidays. False: not on public holidays. Null: public holidays make no difference. */
  isHoliday: boolean | null;
  /** Minutes since 00:00 on the local clock. The last range may end at 1440. */
  times: readonly { from: number; to: number }[];
}

/** A price component in one box of conditions. All conditions must be fulfilled. */
export interface PriceBlock {
  match: Match;
  /** Local dates, 'YYYY-MM-DD'. */
  dates: Range<string>;
  /** Seconds since the start of the session. */
  elapsedS: Range<number>;
  /** Wh since the start of the session. */
  energyWh: Range<number>;
  /** Seconds since the end of charging. */
  standingS: Range<number>;
  /** Null: at any time. Otherwise one entry per group of days with equal times. */
  days: readonly DayTimes[] | null;
}

interface Axes {
  dates: Range<string>[];
  elapsedS: Range<number>[];
  energyWh: Range<number>[];
  standingS: Range<number>[];
}

const AXES = ['standingS', 'elapsedS', 'energyWh', 'dates'] as const;
type Axis = (typeof AXES)[number];

/** A box with the cells of the week in which the component applies, as a text of '0' and '1' in the order of `weekCells`. */
interface Box extends Pick<PriceBlock, Axis | 'match'> {
  key: string;
  cells: string;
}

/**
 * Resolves the prices of one dimension. OCPI takes the first element that matches. A list of prices that apply together needs
 * separate conditions for each price, so the tariff is asked in every cell between its restrictions.
 * @param powerW power of the connector, which decides between elements with power restrictions
 * @param keyOf returns equal texts for components that cost the same
 */
export function priceBlocks(
  tariff: Tariff,
  { dimension, powerW, keyOf }: { dimension: Dimension; powerW: number; keyOf(match: Match): string },
): PriceBlock[] {
  const restrictions = componentsOf(tariff, dimension).map(match => match.restrictions);
  const only: Tariff = {
    ...tariff,
    elements: tariff.elements.filter(({ components }) => components.some(({ type }) => type === dimension)),
  };
  const minutes = minutesOfChange(only);
  const columns = columnsOf(restrictions);
  const boxes: Box[] = [];
  for (const box of boxesOf(axesOf(only, dimension))) {
    const byKey = new Map<string, { match: Match; cells: string[] }>();
    for (const [at, cell] of weekCells(columns, minutes).entries()) {
      const match = componentAt(tariff, dimension, {
        ...momentIn(box, dimension, powerW),
        local: { date: dateIn(box), ...cell },
      });
      if (!match) continue;
      const known = byKey.get(keyOf(match)) ?? { match, cells: Array<string>(columns.length * minutes.length).fill('0') };
      known.cells[at] = '1';
      byKey.set(keyOf(match), known);
    }
    for (const [key, { match, cells }] of byKey) boxes.push({ ...box, key, match, cells: cells.join('') });
  }
  return joined(boxes).map(({ key: _, cells, ...box }) => ({ ...box, days: daysOf(cells, columns, minutes) }));
}

interface Column {
  weekday: Weekday;
  isHoliday: boolean;
}

/** Returns the days to be distinguished: each weekday, on and beside public holidays, or one day if all days are alike. */
function columnsOf(restrictions: readonly TariffRestrictions[]): Column[] {
  const mindsHoliday = restrictions.some(({ holiday }) => holiday);
  if (!mindsHoliday && restrictions.every(({ daysOfWeek }) => daysOfWeek === undefined))
    return [{ weekday: 'monday', isHoliday: false }];
  return [false, ...(mindsHoliday ? [true] : [])].flatMap(isHoliday => WEEKDAYS.map(weekday => ({ weekday, isHoliday })));
}

const weekCells = (columns: readonly Column[], minutes: readonly number[]) =>
  columns.flatMap(column => minutes.map(minute => ({ ...column, minute })));

function axesOf({ elements }: Tariff, dimension: Dimension): Axes {
  const bounds = (names: readonly (keyof TariffRestrictions)[]) =>
    elements.flatMap(({ restrictions }) => names.map(name => restrictions?.[name]).filter(bound => bound !== undefined));
  const graces = elements.flatMap(({ components }) =>
    components.filter(({ type }) => type === dimension).map(component => (component.graceAfterChargingMinutes ?? 0) * 60),
  );
  return {
    dates: ranges(bounds(['startDate', 'endDate']) as string[], null),
    elapsedS: ranges(bounds(['minDurationS', 'maxDurationS']) as number[], 0),
    energyWh: ranges(bounds(['minEnergyWh', 'maxEnergyWh']) as number[], 0),
    standingS: ranges(dimension === 'PARKING_TIME' ? graces : [], 0),
  };
}

/** Returns the ranges between the bounds, from the lowest possible value on. */
function ranges<T extends string | number>(bounds: readonly T[], lowest: T | null): Range<T>[] {
  const cuts = [...new Set(bounds.filter(bound => bound !== lowest))].sort((a, b) => (a < b ? -1 : 1));
  return [null, ...cuts].map((from, at) => ({ from, to: cuts[at] ?? null }));
}

const boxesOf = ({ dates, elapsedS, energyWh, standingS }: Axes) =>
  dates.flatMap(date =>
    energyWh.flatMap(energy =>
      elapsedS.flatMap(elapsed =>
        standingS.map(standing => ({ dates: date, energyWh: energy, elapsedS: elapsed, standingS: standing })),
      ),
    ),
  );

const dateIn = ({ dates }: Pick<PriceBlock, 'dates'>): string => dates.from ?? '0001-01-01';

const momentIn = (box: Pick<PriceBlock, Axis>, dimension: Dimension, powerW: number): Omit<Moment, 'local'> => ({
  elapsedS: box.elapsedS.from ?? 0,
  energyWh: box.energyWh.from ?? 0,
  powerW,
  standingS: dimension === 'PARKING_TIME' ? (box.standingS.from ?? 0) : null,
});

/** Joins boxes that differ in one range only and follow one another in this range. */
function joined(boxes: readonly Box[]): Box[] {
  let all = [...boxes];
  for (const axis of AXES) {
    const groups = Map.groupBy(all, box =>
      JSON.stringify([box.key, box.cells, AXES.filter(other => other !== axis).map(other => box[other])]),
    );
    all = [...groups.values()].flatMap(group => joinedAlong(group, axis));
  }
  return all;
}

function joinedAlong(group: readonly Box[], axis: Axis): Box[] {
  const result: Box[] = [];
  for (const box of group) {
    const last = result.at(-1);
    if (last && last[axis].to !== null && last[axis].to === box[axis].from)
      result[result.length - 1] = { ...last, [axis]: { from: last[axis].from, to: box[axis].to } };
    else result.push(box);
  }
  return result;
}

/** Groups days with equal times. Null: the cells are the whole week. */
function daysOf(cells: string, columns: readonly Column[], minutes: readonly number[]): DayTimes[] | null {
  if (!cells.includes('0')) return null;
  const all = columns.map((column, at) => ({ ...column, row: cells.slice(at * minutes.length, (at + 1) * minutes.length) }));
  const [normal, holidays] = [all.filter(({ isHoliday }) => !isHoliday), all.filter(({ isHoliday }) => isHoliday)];
  const mindsHoliday = holidays.some(({ row }, at) => row !== normal[at]?.row);
  const rows = mindsHoliday ? all : normal;
  const groups = Map.groupBy(
    rows.filter(({ row }) => row.includes('1')),
    ({ isHoliday, row }) => `${isHoliday} ${row}`,
  );
  return [...groups.values()].map(group => ({
    weekdays: columns.length === 1 ? WEEKDAYS : group.map(({ weekday }) => weekday),
    isHoliday: mindsHoliday ? (group[0]?.isHoliday ?? null) : null,
    times: timesOf(group[0]?.row ?? '', minutes),
  }));
}

function timesOf(row: string, minutes: readonly number[]): { from: number; to: number }[] {
  const times: { from: number; to: number }[] = [];
  for (const [at, from] of minutes.entries()) {
    if (row[at] !== '1') continue;
    const to = minutes[at + 1] ?? 24 * 60;
    const last = times.at(-1);
    if (last?.to === from) last.to = to;
    else times.push({ from, to });
  }
  return times;
}
