import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint } from '../../../../shared/charging/charging.ts';
import type { PriceTable } from '../../../../shared/model/tariff.ts';
import { dayGroupWords } from '../../../../shared/price/priceWords.ts';
import { Disclosure } from '../../../components/control/Disclosure.tsx';
import { PriceDay } from '../../../components/figure/PriceDay.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { FeePictures } from './FeePictures.tsx';
import { groupDays, isFlat, isToday } from './priceDays.ts';
import { TariffTable } from './TariffTable.tsx';
import { usePriceDay } from './usePriceDay.ts';

interface AllPricesProps {
  point: ChargingPoint;
  table: PriceTable;
  /** Time at which the page was loaded, ISO 8601. */
  at: string;
}

/** The prices of a week: a picture for each group of days with the same price, and a table of all prices. */
export function AllPrices({ point, table, at }: AllPricesProps) {
  const { t } = useTranslation();
  const hasHoliday = table.days.some(({ day }) => day === 'holiday');
  return (
    <>
      {!isFlat(table) && <WeekPictures point={point} table={table} at={at} />}
      {!isFlat(table) && !hasHoliday && (
        <Small>
          {t('tariff.day.holiday')}: {t('tariff.holidayAsDay')}
        </Small>
      )}
      <FeePictures point={point} table={table} />
      <Disclosure summary={t('tariff.asTable')}>
        <TariffTable point={point} table={table} />
      </Disclosure>
    </>
  );
}

function WeekPictures({ point, table, at }: AllPricesProps) {
  const { t } = useTranslation();
  const picture = usePriceDay(point, table, at);
  if (!picture) return null;
  const { now, write, highestMicro, steps, sentence } = picture;
  // Days that differ only in a fee have one picture.
  const days = table.days.map(({ day, periods }) => ({ day, periods: periods.map(period => ({ ...period, ...NO_FEES })) }));
  return (
    <Week>
      {groupDays(days).map(group => {
        const name = dayGroupWords(group, (key, values) => t(key, { ...values }));
        const shown = steps(group.periods);
        const hasNow = isToday(group, table);
        return (
          <li key={group.from}>
            <Name aria-hidden="true">
              {name}
              {hasNow && <small>{t('tariff.today')}</small>}
            </Name>
            <PriceDay
              size="row"
              steps={shown}
              highestMicro={highestMicro}
              write={write}
              label={sentence(name, shown)}
              now={hasNow ? now : null}
            />
          </li>
        );
      })}
    </Week>
  );
}

const NO_FEES = { start: null, blocking: null, occupancy: null };

/** Today's prices below the main price. Nothing if the price is the same all day. */
export function TodayPrices({ point, table, at }: AllPricesProps) {
  const { t } = useTranslation();
  const picture = usePriceDay(point, table, at);
  const today = table.days.find(({ day }) => day === table.today);
  if (!picture || !today) return null;
  const { now, write, highestMicro, steps, sentence } = picture;
  const shown = steps(today.periods);
  if (shown.length === 1) return null;
  return (
    <Today>
      <PriceDay
        size="strip"
        steps={shown}
        highestMicro={highestMicro}
        write={write}
        label={`${sentence(t('tariff.today'), shown)} ${now.text}.`}
        now={now}
      />
    </Today>
  );
}

const Today = styled.div`
  margin-top: var(--s4);
`;

const Week = styled.ul`
  margin-block: var(--s2);
  > li {
    display: grid;
    grid-template-columns: 5.6rem minmax(0, 1fr);
    gap: 0 var(--s3);
    align-items: center;
    padding-block: 0.3rem;
    @media (max-width: 14em) {
      grid-template-columns: 1fr;
    }
  }
`;

const Name = styled.b`
  font-size: var(--t-sm);
  font-weight: 600;
  line-height: 1.25;
  small {
    display: block;
    font-size: inherit;
    font-weight: 400;
    color: var(--ink-2);
  }
`;
