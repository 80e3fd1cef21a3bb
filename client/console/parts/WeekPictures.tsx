import { type PriceDay as Day, type PriceDayName, type PriceTable, WEEKDAYS } from '../../../shared/model/tariff.ts';
import { type DayStep, daySteps, timeOfMinute } from '../../components/figure/dayScale.ts';
import { PriceDay } from '../../components/figure/PriceDay.tsx';
import { useWords } from '../core/translations.ts';
import { Legend } from './Legend.tsx';

const ALL_DAYS: readonly PriceDayName[] = [...WEEKDAYS, 'holiday'];

interface WeekPicturesProps {
  table: PriceTable;
  /** Earlier prices, which are drawn as dashed outlines. Absent: no comparison. */
  before?: PriceTable;
}

/** The prices per kWh of a week: one picture for each group of days with the same prices, all to one scale. */
export function WeekPictures({ table, before }: WeekPicturesProps) {
  const { unitPrice } = useWords();
  const { dayRange, sentence } = useDayWords();
  const write = (micro: number) => unitPrice(micro, table.currency);
  const old = before && stepsByDay(before.days);
  const now = stepsByDay(table.days);
  const days = ALL_DAYS.flatMap(day => {
    const steps = now.get(day) ?? (old?.has(day) ? (now.get('sunday') ?? []) : null);
    return steps ? [{ day, steps, before: old?.get(day) ?? old?.get('sunday') ?? [] }] : [];
  });
  const highestMicro = Math.max(...days.flatMap(each => [...each.steps, ...each.before].map(({ micro }) => micro)));
  return (
    <ul className="weekset">
      {groupDays(days).map(({ from, to, steps, before: earlier }) => (
        <li key={from}>
          <b aria-hidden="true">{dayRange(from, to)}</b>
          <PriceDay
            size="strip"
            steps={steps}
            before={before ? earlier : []}
            highestMicro={highestMicro}
            write={write}
            label={sentence(dayRange(from, to), steps, before && earlier, write)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Explains the colours of a comparison. */
export function ComparisonLegend() {
  const { t } = useWords();
  const names = ['new', 'same', 'old'] as const;
  return <Legend entries={names.map(name => ({ fill: `price-${name}`, text: t(`prices.legend.${name}`) }))} />;
}

/** Returns the steps of each day. Only the price per kWh counts: days that differ only in a fee have one picture. */
const stepsByDay = (days: readonly Day[]): ReadonlyMap<PriceDayName, readonly DayStep[]> =>
  new Map(days.map(({ day, periods }) => [day, daySteps(periods)]));

interface Compared {
  day: PriceDayName;
  steps: readonly DayStep[];
  before: readonly DayStep[];
}

/** Joins consecutive days with the same steps. Public holidays stay a group of their own. */
export function groupDays(days: readonly Compared[]) {
  const groups: (Omit<Compared, 'day'> & { from: PriceDayName; to: PriceDayName })[] = [];
  for (const { day, ...shown } of days) {
    const last = groups.at(-1);
    const isSame = last && JSON.stringify([last.steps, last.before]) === JSON.stringify([shown.steps, shown.before]);
    if (last && isSame && day !== 'holiday') last.to = day;
    else groups.push({ from: day, to: day, ...shown });
  }
  return groups;
}

/** Returns functions that write days and times: 'Mo–Fr', '06:00–22:00', and the sentence of a picture. */
export function useDayWords() {
  const { t } = useWords();
  const day = (name: PriceDayName) => t(`prices.dayShort.${name}`);
  const dayRange = (from: PriceDayName, to: PriceDayName): string => (from === to ? day(from) : `${day(from)}–${day(to)}`);
  const stepWords = (steps: readonly DayStep[], write: (micro: number) => string): string =>
    steps
      .map(({ fromMinute, toMinute, micro }) => `${timeOfMinute(fromMinute)}–${timeOfMinute(toMinute)}, ${write(micro)}`)
      .join('; ');
  return {
    day,
    dayRange,
    sentence: (
      name: string,
      steps: readonly DayStep[],
      before: readonly DayStep[] | undefined,
      write: (micro: number) => string,
    ) => {
      const isChanged = before && JSON.stringify(before) !== JSON.stringify(steps);
      const old = isChanged ? `. ${t('prices.legend.old')}: ${stepWords(before, write)}` : '';
      return `${name}: ${stepWords(steps, write)}${old}.`;
    },
  };
}
