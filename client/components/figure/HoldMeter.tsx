import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Money } from '../../../shared/model/money.ts';
import { NEAR_PERCENT, percentOf } from '../../../shared/price/holdShare.ts';
import { useFormat } from '../../hooks/useFormat.ts';

interface HoldMeterProps {
  spent: Money;
  hold: Money;
  place: { country: string; timeZone: string };
  /** Estimated time at which the cost reaches the hold. Null: no estimate is possible. */
  limitAt: string | null;
}

/** A bar and a text that show how much of the hold is used up. Needs the text area `session` (see `Route.strings`). */
export function HoldMeter({ spent, hold, place, limitAt }: HoldMeterProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const used = percentOf(spent.amountMinor, hold.amountMinor);
  const isLittle = used === 0 && spent.amountMinor > 0;
  const percent = format.percent(isLittle ? 1 : used);
  const amount = format.shortMoney(hold.amountMinor, hold.currency);
  const leftMinor = Math.max(0, hold.amountMinor - spent.amountMinor);
  return (
    <Box>
      <meter
        min={0}
        max={hold.amountMinor}
        // A meter element changes its colour above `high`, but the warning text already appears at the threshold. So `high` is
        // one minor unit lower.
        high={Math.ceil((hold.amountMinor * NEAR_PERCENT) / 100) - 1}
        optimum={0}
        value={spent.amountMinor}
        aria-label={t('session.reservation')}
      >
        {percent}
      </meter>
      <p>
        <span>{t(isLittle ? 'session.reservation.usedLittle' : 'session.reservation.used', { percent, amount })}</span>
        <b>
          {limitAt === null
            ? t('session.reservation.left', { amount: format.money(leftMinor, hold.currency) })
            : t('session.limitAt', { time: format.time(limitAt) })}
        </b>
      </p>
    </Box>
  );
}

const Box = styled.div`
  p {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--s4);
    margin-top: var(--s2);
    font-size: var(--t-sm);
    font-variant-numeric: tabular-nums;
  }
  meter {
    display: block;
    width: 100%;
    height: 0.75rem;
    appearance: none;
    background: none;
    border: 0;
  }
  meter::-webkit-meter-inner-element {
    display: block;
    height: 0.75rem;
  }
  meter::-webkit-meter-bar {
    height: 0.75rem;
    background: var(--surface);
    border: 1px solid var(--line-strong);
    border-radius: 2px;
  }
  meter::-webkit-meter-optimum-value {
    background: var(--primary-line);
    border-radius: 0;
  }
  meter::-webkit-meter-suboptimum-value {
    background: var(--warning);
    border-radius: 0;
  }
  @supports (-moz-appearance: none) {
    meter {
      background: var(--surface);
      border: 1px solid var(--line-strong);
    }
  }
  meter::-moz-meter-bar {
    background: var(--primary-line);
  }
  meter:-moz-meter-sub-optimum::-moz-meter-bar {
    background: var(--warning);
  }
  @media (forced-colors: active) {
    meter {
      appearance: auto;
    }
  }
`;
