import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { dayGroupWords } from '../../../../shared/price/priceWords.ts';
import { Disclosure } from '../../../components/control/Disclosure.tsx';
import { PriceDay } from '../../../components/figure/PriceDay.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { FeePictures } from './FeePictures.tsx';
import { groupDays, isFlat, isToday, type PriceFacts } from './priceDays.ts';
import { TariffTable } from './TariffTable.tsx';
import { TodayPrices } from './TodayPrices.tsx';
import { usePriceDay } from './usePriceDay.ts';
import { useMainPrice } from './usePrices.ts';

/** Pictures of the prices that need no script: today's below the main price, or those of the week with a table of all prices. */
export function AllPrices({ part, ...facts }: PriceFacts & { part: 'today' | 'week' }) {
  return part === 'today' ? <TodayPrices {...facts} /> : <WeekPrices {...facts} />;
}

/** The prices of a week: a picture for each group of days with the same price, and a table of all prices. */
function WeekPrices({ point, table, next, at }: PriceFacts) {
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
      {next && <NextPrices point={point} {...next} />}
    </>
  );
}

/** The announced prices. The version at the time of the order prices a whole session, so the text says what an order keeps. */
function NextPrices({ point, from, prices }: Pick<PriceFacts, 'point'> & NonNullable<PriceFacts['next']>) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const figure = useMainPrice(point)(prices.now)?.figure;
  return (
    <Disclosure summary={t('tariff.from', { date: format.date(from), time: format.time(from), price: figure })}>
      <Small>{t('tariff.fromNote')}</Small>
      <TariffTable point={point} table={prices} isAnnounced />
    </Disclosure>
  );
}

function WeekPictures({ point, table, at }: PriceFacts) {
  const { t } = useTranslation();
  const picture = usePriceDay(point, table, at);
  if (!picture) return null;
  const { minute, write, highestMicro, steps, sentence } = picture;
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
              nowMinute={hasNow ? minute : null}
            />
          </li>
        );
      })}
    </Week>
  );
}

const NO_FEES = { start: null, blocking: null, occupancy: null };

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
