import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { SessionLocation } from '../../../../shared/charging/session.ts';
import type { Currency } from '../../../../shared/model/money.ts';
import type { Progress, Rates } from '../../../../shared/price/progress.ts';
import { Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';

interface CurrentPriceProps {
  price: NonNullable<Progress['price']>;
  currency: Currency;
  place: SessionLocation;
}

/** The current, the previous and the next price. Needs the text areas `session` and `tariff` (see `Route.strings`). */
export function CurrentPrice({ price, currency, place }: CurrentPriceProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const figureOf = ({ perKwhMicro, perMinuteMicro }: Rates): string => {
    const figures = [
      perKwhMicro > 0 && t('tariff.figurePerKwh', { price: format.unitPrice(perKwhMicro, currency) }),
      perMinuteMicro > 0 && t('tariff.figurePerMinute', { price: format.unitPrice(perMinuteMicro, currency) }),
    ].filter(Boolean);
    return figures.length > 0 ? figures.join(' + ') : format.money(0, currency);
  };
  const { now, before, next } = price;
  const was = before && { time: format.time(before.until), price: figureOf(before.rates) };
  const willBe = next && { time: format.time(next.from), price: figureOf(next.rates) };
  const isSameAgain = was !== null && was.price === willBe?.price;
  const words = isSameAgain
    ? [t('session.priceSince', { end: willBe.time, ...was })]
    : [willBe && t('tariff.next', willBe), was && t('session.priceBefore', was)].filter(Boolean);
  return (
    <Box>
      <p>
        <span>{t('session.priceNow')}</span> <b>{figureOf(now)}</b>
      </p>
      {words.length > 0 && <Small>{words.join(' ')}</Small>}
    </Box>
  );
}

const Box = styled.div`
  padding-top: var(--s3);
  border-top: 1px solid var(--line);
  > p:first-child {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--s3);
  }
  b {
    /* This size keeps figure and unit on one line on the smallest phone. */
    font-size: min(var(--t-lg), 10.5vw);
    font-variant-numeric: tabular-nums;
  }
`;
