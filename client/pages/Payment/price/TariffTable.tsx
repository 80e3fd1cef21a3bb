import { useTranslation } from 'react-i18next';
import type { ChargingPoint } from '../../../../shared/charging.ts';
import type { PriceTable } from '../../../../shared/tariff.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import { groupDays } from './priceDays.ts';
import { type Column, priceLabel, TariffDays } from './TariffDays.tsx';
import * as S from './TariffTable.styles.ts';

/** All prices of a week, the one that applies now marked. */
export function TariffTable({ point, table }: { point: ChargingPoint; table: PriceTable }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const columns = columnsOf(table);
  return (
    <S.Table>
      {/* Engines may call a clock by different names. */}
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
        <TariffDays key={group.from} group={group} point={point} table={table} columns={columns} />
      ))}
      {!table.days.some(({ day }) => day === 'holiday') && <WeekdayHolidays span={columns.length + 1} />}
    </S.Table>
  );
}

/** Prices by weekday that no rule for holidays changes. */
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

/** Energy, time and start always. The fees for staying that exist on any day share a column: few tariffs have both. */
function columnsOf({ days }: PriceTable): readonly Column[] {
  const periods = days.flatMap(day => day.periods);
  const hasOccupancy = periods.some(({ occupancy }) => occupancy !== null);
  const hasBlocking = periods.some(({ blocking }) => blocking !== null);
  if (hasBlocking && hasOccupancy) return [['energy'], ['time'], ['start'], ['blocking', 'occupancy']];
  return [['energy'], ['time'], ['start'], [hasOccupancy ? 'occupancy' : 'blocking']];
}
