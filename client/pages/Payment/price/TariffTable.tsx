import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import type { PriceTable } from '../../../../shared/model/tariff.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import { groupDays, isToday } from './priceDays.ts';
import { type Column, priceLabel, TariffDays } from './TariffDays.tsx';
import * as S from './TariffTable.styles.ts';

interface TariffTableProps {
  point: ChargingPoint;
  table: PriceTable;
  /** True: the prices apply later, so none of them is marked as current. */
  isAnnounced?: boolean;
}

/** All prices of a week. The current one is marked. */
export function TariffTable({ point, table, isAnnounced = false }: TariffTableProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const columns = columnsOf(table);
  return (
    <S.Table>
      {/* Browser and server may name the time zone differently, so the hydration warning is suppressed. */}
      <caption suppressHydrationWarning>{t('tariff.timeZone', { zone: format.zoneName() })}</caption>
      <S.Head>
        <S.HeadRow>
          <S.ColumnName>{t('tariff.periods')}</S.ColumnName>
          {columns.map(kinds => (
            <S.ColumnName key={kinds.join()}>{kinds.map(kind => t(priceLabel(kind))).join(', ')}</S.ColumnName>
          ))}
        </S.HeadRow>
      </S.Head>
      {groupDays(table.days).map(group => (
        <TariffDays
          key={group.from}
          group={group}
          point={point}
          table={table}
          columns={columns}
          isCurrent={!isAnnounced && isToday(group, table)}
        />
      ))}
      {!table.days.some(({ day }) => day === 'holiday') && <WeekdayHolidays span={columns.length + 1} />}
    </S.Table>
  );
}

/** Says that the prices of the weekday also apply on public holidays. */
function WeekdayHolidays({ span }: { span: number }) {
  const { t } = useTranslation();
  return (
    <S.Body>
      <S.DayRow>
        <S.DayName colSpan={span}>{t('tariff.day.holiday')}</S.DayName>
      </S.DayRow>
      <S.PeriodRow>
        <S.Cell colSpan={span}>{t('tariff.holidayAsDay')}</S.Cell>
      </S.PeriodRow>
    </S.Body>
  );
}

/**
 * Returns one column for each kind of price in the tariff. Blocking and occupancy fees share a column, because few tariffs have
 * both.
 */
function columnsOf({ days }: PriceTable): readonly Column[] {
  const periods = days.flatMap(day => day.periods);
  const has = (kind: 'blocking' | 'occupancy' | 'start') => periods.some(period => period[kind] !== null);
  const hasTime = periods.some(({ timeMicro }) => timeMicro !== null);
  const staying = (['blocking', 'occupancy'] as const).filter(has);
  const columns: readonly Column[] = [['energy'], hasTime ? ['time'] : [], has('start') ? ['start'] : [], staying];
  return columns.filter(kinds => kinds.length > 0);
}
