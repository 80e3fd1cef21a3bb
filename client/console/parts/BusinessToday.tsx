import type { Business, HourlySums } from '../../../shared/console/today.ts';
import type { Currency } from '../../../shared/model/money.ts';
import { useWords } from '../core/translations.ts';
import { BarChart } from './BarChart.tsx';
import { Block } from './Block.tsx';
import type { Bar } from './barShapes.ts';
import { Figures } from './Figures.tsx';
import { Legend } from './Legend.tsx';

interface BusinessTodayProps {
  business: Business;
  at: string;
  goingCount: number;
}

/** Energy, money and sessions of today, compared with the same weekday last week, as figures and by hour. */
export function BusinessToday({ business, at, goingCount }: BusinessTodayProps) {
  const { t, time, weekday, period, day } = useWords();
  const month = day(at).slice(0, 7);
  const main = mainOf(business);
  const against = t('today.business.against', { weekday: weekday(at), at: time(business.comparedWith) });
  return (
    <Block
      name={
        <>
          {t('today.business.title')} <span className="dim small wide-only">{against}</span>
        </>
      }
      more={<a href={`/operator/books/${month}`}>{period(month)}</a>}
    >
      <DayFigures business={business} main={main} goingCount={goingCount} />
      <div className="duo">
        <HourChart kind="energy" sums={business.energy} hours={business.hours} at={at} currency={null} />
        {main && <HourChart kind="money" sums={main} hours={business.hours} at={at} currency={main.currency} />}
      </div>
      <HourLegend at={at} hasMoney={business.money.length > 0} />
    </Block>
  );
}

/** Returns the money in the currency with the most hours of payments. Currencies with a payment now and then have no chart. */
const mainOf = ({ money }: Business): MainMoney => money.toSorted((one, other) => hoursOf(other) - hoursOf(one))[0];

const hoursOf = ({ today, before }: HourlySums): number => [...today, ...before].filter(value => (value ?? 0) > 0).length;

type MainMoney = Business['money'][number] | undefined;

function DayFigures({ business, main, goingCount }: Omit<BusinessTodayProps, 'at'> & { main: MainMoney }) {
  const { t, money, kilowattHours } = useWords();
  const { energy, sessions, sessionsBefore, stillHeld } = business;
  const others = business.money.filter(({ currency, total }) => currency !== main?.currency && total > 0);
  const amounts = (list: readonly string[]) => (list.length === 0 ? '–' : list.join(' · '));
  const lastWeek = (value: string) => t('today.business.lastWeek', { value });
  const figures = [
    { name: 'energy', value: kilowattHours(energy.total), note: lastWeek(kilowattHours(energy.totalBefore)) },
    {
      name: 'captured',
      value: main ? money(main.total, main.currency) : '–',
      note: [
        ...others.map(({ total, currency }) => `+ ${money(total, currency)}`),
        lastWeek(main ? money(main.totalBefore, main.currency) : '–'),
      ].join(', '),
    },
    { name: 'sessions', value: String(sessions), note: lastWeek(String(sessionsBefore)) },
    {
      name: 'held',
      value: amounts(stillHeld.map(({ amountMinor, currency }) => money(amountMinor, currency))),
      note: t('today.business.going', { count: goingCount }),
    },
  ] as const;
  return <Figures figures={figures.map(({ name, ...figure }) => ({ name: t(`today.business.${name}`), ...figure }))} />;
}

interface HourChartProps {
  kind: 'energy' | 'money';
  sums: HourlySums;
  hours: readonly string[];
  at: string;
  /** Null: the values are energy in Wh. */
  currency: Currency | null;
}

const MINOR_PER_UNIT = 100;
const WH_PER_KWH = 1000;

function HourChart({ kind, sums, hours, at, currency }: HourChartProps) {
  const { t, time, money, kilowattHours, weekday } = useWords();
  const title = currency ? t('today.business.moneyByHour', { currency }) : t('today.business.energyByHour');
  const unit = currency ? MINOR_PER_UNIT : WH_PER_KWH;
  const write = (value: number) => (currency ? money(Math.round(value * unit), currency) : kilowattHours(value * unit));
  const last = sums.today.findLastIndex(value => value !== null);
  const bars: Bar[] = hours.map((hour, place) => {
    const value = sums.today[place] ?? null;
    return {
      name: time(hour),
      value: value === null ? null : value / unit,
      before: (sums.before[place] ?? 0) / unit,
      isRunning: place === last,
    };
  });
  const highest = bars.reduce<Bar | null>((best, bar) => ((bar.value ?? 0) > (best?.value ?? 0) ? bar : best), null);
  const description = highest
    ? t('today.business.says', {
        ...{ what: title, at: time(at), hour: highest.name },
        ...{ value: write(highest.value ?? 0), before: write(highest.before ?? 0) },
      })
    : t('today.business.saysNothing', { what: title, at: time(at) });
  const marks = [0, 6, 12, 18].map(place => ({ at: place, text: String(Number.parseInt(bars[place]?.name ?? '', 10)) }));
  return (
    <BarChart
      title={title}
      description={description}
      kind={kind}
      bars={bars}
      marks={[...marks, { at: bars.length, text: '24' }]}
      write={write}
      columns={[t('today.business.hour'), t('today.business.today'), t('today.business.before', { weekday: weekday(at) })]}
    />
  );
}

function HourLegend({ at, hasMoney }: { at: string; hasMoney: boolean }) {
  const { t, weekday } = useWords();
  return (
    <Legend
      entries={[
        { fill: 'energy', text: t('today.business.today') },
        { fill: 'running', text: t('today.business.running') },
        ...(hasMoney ? [{ fill: 'money', text: t('today.business.money') }] : []),
      ]}
      outline={t('today.business.before', { weekday: weekday(at) })}
    />
  );
}
