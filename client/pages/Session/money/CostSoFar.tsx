import { useTranslation } from 'react-i18next';
import { FigureRow } from '../../../components/figure/FigureRow.tsx';
import { MoneyBar } from '../../../components/figure/MoneyBar.tsx';
import { BOLD, Hidden, RichText, withoutTags } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { type ChargeEnd, useChargeEndWords } from './chargeEnd.ts';
import { useCurrentPrice } from './useCurrentPrice.ts';
import { useMainFigure } from './useMainFigure.ts';

interface CostSoFarProps extends Pick<ViewProps<'running' | 'paused'>, 'session'> {
  end: ChargeEnd | null;
}

/**
 * The cost so far, the current price, and how much of the hold is used up. While no power flows, shows what will
 * be released. Free charging shows its energy and no money.
 */
export function CostSoFar({ session, end }: CostSoFarProps) {
  const { t } = useTranslation();
  const { values, hold, place, kind } = session;
  const format = useFormat(place);
  const words = useChargeEndWords(session);
  const price = useCurrentPrice(session);
  const main = useMainFigure(session);
  const { amountMinor, currency } = values.cost;
  const leftMinor = Math.max(0, (hold?.amountMinor ?? 0) - amountMinor);
  const left = hold && format.money(leftMinor, hold.currency);
  const released = kind === 'paused' && left ? { value: left, text: t('session.willBeFree') } : null;
  const now = price && {
    value: (
      <>
        <Hidden>{t('session.priceNow')} </Hidden>
        {price.now}
      </>
    ),
    text: price.since,
  };
  const forecast = (end && words.money(end)) ?? (left ? t('progress.reservation.left', { amount: left }) : '');
  const ofHold = hold && t('progress.ofHold', { amount: format.shortMoney(hold.amountMinor, hold.currency) });
  return (
    <section aria-label={main.row.label}>
      <FigureRow {...main.row} side={hold ? (released ?? now) : { value: t('tariff.freeTitle') }} />
      {hold && (
        <MoneyBar
          spentMinor={amountMinor}
          wholeMinor={hold.amountMinor}
          expectedMinor={end && end.kind !== 'limit' ? (end.cost?.amountMinor ?? null) : null}
          label={[
            t('session.spentOfHold', {
              spent: format.money(amountMinor, currency),
              amount: format.shortMoney(hold.amountMinor, currency),
            }),
            withoutTags(forecast),
            price?.next,
          ].join(' ')}
        >
          {!released && (
            <span>
              <RichText text={forecast} tags={BOLD} />
            </span>
          )}
          <span>{ofHold}</span>
          {price?.next && <span data-part="next">{price.next}</span>}
        </MoneyBar>
      )}
    </section>
  );
}
