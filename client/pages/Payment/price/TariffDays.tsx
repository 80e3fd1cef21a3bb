import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import type { LineKind, PricePeriod, PriceTable } from '../../../../shared/model/tariff.ts';
import { dayGroupWords } from '../../../../shared/price/priceWords.ts';
import { Badge } from '../../../components/text/Badge.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import { type DayGroup, isNow } from './priceDays.ts';
import * as S from './TariffTable.styles.ts';
import { type ShownPrice, usePrices } from './usePrices.ts';

/** The kinds of prices that share one column of the tariff table. */
export type Column = readonly LineKind[];

export const priceLabel = (kind: LineKind): string => (kind === 'energy' ? 'tariff.energy' : `tariff.${kind}Fee`);

interface TableFacts {
  point: ChargingPoint;
  table: PriceTable;
  columns: readonly Column[];
}

/** Rows of the tariff table for consecutive days with the same prices. */
export function TariffDays({ group, isCurrent, ...facts }: TableFacts & { group: DayGroup; isCurrent: boolean }) {
  const { table, columns } = facts;
  return (
    <S.Body>
      <S.DayRow>
        <S.DayName colSpan={columns.length + 1}>
          <DayNames group={group} /> {isCurrent && <TodayTag group={group} today={table.today} />}
        </S.DayName>
      </S.DayRow>
      {group.periods.map(period => (
        <Period key={period.from} period={period} isCurrent={isCurrent && isNow(period, table)} {...facts} />
      ))}
    </S.Body>
  );
}

function DayNames({ group }: { group: DayGroup }) {
  const { t } = useTranslation();
  return dayGroupWords(group, (key, values) => t(key, { ...values }));
}

function TodayTag({ group, today }: { group: DayGroup; today: string }) {
  const { t } = useTranslation();
  return <Badge>{group.from === group.to ? t('tariff.today') : t('tariff.days.today', { day: t(`tariff.day.${today}`) })}</Badge>;
}

function Period({ period, isCurrent, point, columns }: TableFacts & { period: PricePeriod; isCurrent: boolean }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const prices = usePrices(point);
  const { from, to } = period;
  const words = prices(period);
  const isAllDay = from === '00:00' && (to === '24:00' || to === '00:00');
  return (
    <S.PeriodRow data-now={isCurrent ? '' : undefined}>
      <S.PeriodName>
        {isAllDay ? t('tariff.allDay') : t('tariff.period', { from: format.clock(from), to: format.clock(to) })}{' '}
        {isCurrent && <Badge>{t('tariff.now')}</Badge>}
      </S.PeriodName>
      {columns.map(kinds => (
        <S.Cell key={kinds.join()}>
          {kinds.map(kind => (
            <Price key={kind} kind={kind} words={words.find(price => price.kind === kind)} isAlone={kinds.length === 1} />
          ))}
        </S.Cell>
      ))}
    </S.PeriodRow>
  );
}

interface PriceProps {
  kind: LineKind;
  words: ShownPrice | undefined;
  /**
   * True if the column contains only one kind of price. The heading of the column then names the kind, and on phones each price
   * does.
   */
  isAlone: boolean;
}

function Price({ kind, words, isAlone }: PriceProps) {
  const { t } = useTranslation();
  return (
    <S.Entry data-kind={kind} data-alone={isAlone ? '' : undefined}>
      <S.EntryName aria-hidden={isAlone ? 'true' : undefined}>{t(priceLabel(kind))}</S.EntryName>
      <span>{words?.figure ?? t('tariff.none')}</span>
      {words?.condition && <small>{words.condition}</small>}
    </S.Entry>
  );
}
