import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../shared/charging.ts';
import type { LineKind, PricePeriod, PriceTable } from '../../../shared/tariff.ts';
import { Tag } from '../../components/Tag.ts';
import { useFormat } from '../../useFormat.ts';
import { type DayGroup, groupDays, isNow, isToday } from './priceDays.ts';
import * as S from './TariffTable.styles.ts';
import { type PriceWords, usePrices } from './usePrices.ts';

interface TableFacts {
  table: PriceTable;
  columns: readonly LineKind[];
  prices: (period: PricePeriod) => readonly PriceWords[];
  point: ChargingPoint;
}

/** All prices of a week, the one that applies now marked. */
export function TariffTable({ point, table }: { point: ChargingPoint; table: PriceTable }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const prices = usePrices(point);
  const columns = columnsOf(table);
  const heads = columns.map(kind => ({ kind, label: t(kind === 'energy' ? 'tariff.energy' : `tariff.${kind}Fee`) }));
  return (
    <S.Table>
      <caption suppressHydrationWarning>{t('tariff.timeZone', { zone: format.zoneName() })}</caption>
      <S.Head>
        <S.HeadRow>
          <S.ColumnName>{t('tariff.periods')}</S.ColumnName>
          {heads.map(({ kind, label }) => (
            <S.ColumnName key={kind}>{label}</S.ColumnName>
          ))}
        </S.HeadRow>
      </S.Head>
      {groupDays(table.days).map(group => (
        <Days key={group.from} group={group} facts={{ table, columns, prices, point }} />
      ))}
    </S.Table>
  );
}

/** Energy, time and start always; then the fees for staying that exist on any day. */
function columnsOf({ days }: PriceTable): readonly LineKind[] {
  const periods = days.flatMap(day => day.periods);
  const hasOccupancy = periods.some(({ occupancy }) => occupancy !== null);
  const hasBlocking = periods.some(({ blocking }) => blocking !== null) || !hasOccupancy;
  return [
    'energy',
    'time',
    'start',
    ...(hasBlocking ? ['blocking' as const] : []),
    ...(hasOccupancy ? ['occupancy' as const] : []),
  ];
}

function Days({ group, facts }: { group: DayGroup; facts: TableFacts }) {
  const { table, columns } = facts;
  const isCurrent = isToday(group, table);
  return (
    <S.Body>
      <S.DayRow>
        <S.DayName colSpan={columns.length + 1}>
          <DayNames group={group} /> {isCurrent && <TodayTag group={group} today={table.today} />}
        </S.DayName>
      </S.DayRow>
      {group.periods.map(period => (
        <Period key={period.from} period={period} isCurrent={isCurrent && isNow(period, table)} facts={facts} />
      ))}
    </S.Body>
  );
}

const NAMED_RANGES: readonly string[] = ['monday-friday', 'monday-saturday', 'monday-sunday', 'saturday-sunday'];

function DayNames({ group: { from, to } }: { group: DayGroup }) {
  const { t } = useTranslation();
  if (from === to) return t(`tariff.day.${from}`);
  const range = `${from}-${to}`;
  if (NAMED_RANGES.includes(range)) return t(`tariff.days.${range}`);
  return t('tariff.days.range', { from: t(`tariff.day.${from}`), to: t(`tariff.day.${to}`) });
}

function TodayTag({ group, today }: { group: DayGroup; today: string }) {
  const { t } = useTranslation();
  return <Tag>{group.from === group.to ? t('tariff.today') : t('tariff.days.today', { day: t(`tariff.day.${today}`) })}</Tag>;
}

function Period({ period, isCurrent, facts }: { period: PricePeriod; isCurrent: boolean; facts: TableFacts }) {
  const { t } = useTranslation();
  const format = useFormat(facts.point);
  const { from, to } = period;
  const words = facts.prices(period);
  const isAllDay = from === '00:00' && (to === '24:00' || to === '00:00');
  return (
    <S.PeriodRow data-now={isCurrent ? '' : undefined}>
      <S.PeriodName>
        {isAllDay ? t('tariff.allDay') : t('tariff.period', { from: format.clock(from), to: format.clock(to) })}{' '}
        {isCurrent && <Tag>{t('tariff.now')}</Tag>}
      </S.PeriodName>
      {facts.columns.map(kind => (
        <Price key={kind} kind={kind} words={words.find(price => price.kind === kind)} />
      ))}
    </S.PeriodRow>
  );
}

function Price({ kind, words }: { kind: LineKind; words: PriceWords | undefined }) {
  const { t } = useTranslation();
  const { price = null, unit = null, notes = [] } = words ?? {};
  const text = price !== null && unit !== null ? `${price} ${unit}` : price;
  return (
    <S.Cell data-label={t(kind === 'energy' ? 'tariff.energy' : `tariff.${kind}Fee`)} data-kind={kind}>
      <span>{text ?? t('tariff.none')}</span>
      {notes.map(note => (
        <small key={note}>{note}</small>
      ))}
    </S.Cell>
  );
}
