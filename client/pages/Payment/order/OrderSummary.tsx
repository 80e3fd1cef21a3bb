import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, PaymentMethod, Plug } from '../../../../shared/charging/charging.ts';
import { BarLine, Section } from '../../../components/layout/Columns.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Hidden, Num, RichText } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { ChosenLimit } from '../parts/LimitPicker.tsx';
import { PlusFees, PlusFeesShort } from '../price/PriceNow.tsx';
import { useMainPrice } from '../price/usePrices.ts';

interface OrderSummaryProps {
  point: ChargingPoint;
  plug: Plug;
  /** The chosen hold in minor units. Null: charging is free. */
  chosen: number | null;
}

/** The order's plug, prices and exact hold. The law requires them directly above the order button (CRD art. 8(2)). */
export function OrderSummary({ point, plug, chosen }: OrderSummaryProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const price = useMainPrice(point)(plug.prices.now);
  const held = (amountMinor: number) => (
    <RichText
      text={t('payment.hold.one', { amount: `<n>${format.money(amountMinor, point.currency)}</n>` })}
      tags={{ n: inner => <Num as="b">{inner}</Num> }}
    />
  );
  const kind = t(`plug.type.${plug.kind}`);
  const power = t('unit.kw', { value: format.rating(plug.powerW) });
  return (
    <Section aria-labelledby="order-title">
      <Hidden as="h2" id="order-title">
        {t('payment.order')}
      </Hidden>
      <What>
        <b>
          {t('plug.number', { number: plug.number })}, {kind}, <Num>{power}</Num>
        </b>
        <Num as="b">{price?.figure}</Num>
      </What>
      <PlusFees point={point} plug={plug} />
      <Held>
        <ChosenLimit plug={plug} chosen={chosen}>
          {held}
        </ChosenLimit>
      </Held>
    </Section>
  );
}

/** Names the payment methods and the payment provider beside the button. */
export function Provider() {
  const { t } = useTranslation();
  const { cardAt, client } = useVisit();
  return (
    <>
      <Methods aria-label={t('payment.with')}>
        {client.paymentMethods.map(method => (
          <li key={method} data-method={method}>
            {method === 'card' && <Icon name="credit-card" size="sm" />}
            {method === 'card' ? t('payment.card') : WALLETS[method]}
          </li>
        ))}
      </Methods>
      <Trust>
        <Icon name="shield-check" />
        <span>
          <RichText
            text={t('payment.trust', { host: `<host>${cardAt}</host>` })}
            tags={{ host: inner => <b lang="">{inner}</b> }}
          />
        </span>
      </Trust>
    </>
  );
}

/** Names of wallets, the same in every language. They are text, because the owners restrict the use of their logos. */
const WALLETS: Readonly<Record<Exclude<PaymentMethod, 'card'>, string>> = {
  'apple-pay': 'Apple Pay',
  'google-pay': 'Google Pay',
};

/** Price and hold on one line. Phones show it above the order button. */
export function PriceLine({ point, plug, chosen }: OrderSummaryProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const price = useMainPrice(point)(plug.prices.now);
  return (
    <BarLine>
      <span>
        <Num>
          <b>{price?.price}</b> {price?.unit ?? price?.label}
        </Num>{' '}
        <PlusFeesShort point={point} plug={plug} />
      </span>
      <Num>
        <ChosenLimit plug={plug} chosen={chosen}>
          {amountMinor => (
            <>
              {t('limit.atMost')} <b>{format.money(amountMinor, point.currency)}</b>
            </>
          )}
        </ChosenLimit>
      </Num>
    </BarLine>
  );
}

/** On phones, the head of the page has the plug, and the line at the button has the price. */
const What = styled.p`
  display: none;
  @media (min-width: 66em) {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--s4);
    > b + b {
      margin-left: auto;
    }
    font-size: 1rem;
    margin-bottom: var(--s2);
  }
`;

const Held = styled.p`
  margin-top: var(--s2);
  font-size: var(--t-sm);
  line-height: 1.4;
  text-wrap: pretty;
  @media (min-width: 66em) {
    margin-top: var(--s4);
  }
`;

/** Payment methods as words without frames, because a frame means that a visitor can press. */
const Methods = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.1rem 0.9rem;
  margin-top: var(--s3);
  color: var(--ink-2);
  font-size: var(--t-sm);
  font-weight: 600;
  > li {
    display: inline-flex;
    align-items: center;
    gap: 0.35em;
    white-space: nowrap;
  }
  svg {
    width: 1.25rem;
    height: 1.25rem;
  }
`;

const Trust = styled.p`
  display: flex;
  gap: var(--s2);
  align-items: flex-start;
  margin-block: var(--s2);
  font-size: var(--t-sm);
  line-height: 1.4;
  svg {
    width: 1.25rem;
    height: 1.25rem;
    margin-top: 0.1em;
    color: var(--success);
  }
`;
