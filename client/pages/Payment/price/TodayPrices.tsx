import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { PriceDay } from '../../../components/figure/PriceDay.tsx';
import type { PriceFacts } from './priceDays.ts';
import { usePriceDay } from './usePriceDay.ts';

/** Today's prices below the main price. Nothing if the price is the same all day. */
export function TodayPrices({ point, table, at }: PriceFacts) {
  const { t } = useTranslation();
  const picture = usePriceDay(point, table, at);
  const today = table.days.find(({ day }) => day === table.today);
  if (!picture || !today) return null;
  const { minute, nowText, write, highestMicro, steps, sentence } = picture;
  const shown = steps(today.periods);
  if (shown.length === 1) return null;
  return (
    <Today>
      <PriceDay
        size="strip"
        steps={shown}
        highestMicro={highestMicro}
        write={write}
        label={`${sentence(t('tariff.today'), shown)} ${nowText}.`}
        nowMinute={minute}
      />
    </Today>
  );
}

const Today = styled.div`
  margin-top: var(--s4);
`;
