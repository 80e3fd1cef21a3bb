import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, Plug } from '../../../../shared/charging.ts';
import { BarLine, Section } from '../../../components/layout/Columns.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Rows } from '../../../components/text/Rows.tsx';
import { Num, RichText } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { useVisit } from '../../../pageData.tsx';
import { priceRow } from '../price/PriceNow.tsx';
import { mainKind, usePrices } from '../price/usePrices.ts';
import { ChosenLimit } from './LimitPicker.tsx';

interface OrderSummaryProps {
  point: ChargingPoint;
  plug: Plug;
  /** The chosen hold in minor units. */
  chosen: number | null;
}

/** What is ordered, directly above the button: plug, prices, the exact hold and where the card is entered (CRD art. 8(2)). */
export function OrderSummary({ point, plug, chosen }: OrderSummaryProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const prices = usePrices(point);
  const words = (key: string) => (amountMinor: number) => (
    <RichText
      text={t(key, { amount: `<n>${format.money(amountMinor, point.currency)}</n>` })}
      tags={{ n: inner => <Num as="b">{inner}</Num> }}
    />
  );
  const current = t(plug.isDc ? 'plug.dc' : 'plug.ac');
  const plugRow = {
    label: t('plug.number', { number: plug.number }),
    value: t(`plug.type.${plug.kind}`),
    note: `${current}, ${t('plug.power', { kw: format.rating(plug.powerW) })}`,
  };
  const priceRows = prices(plug.prices.now).filter(({ price }) => price !== null);
  return (
    <Section aria-labelledby="hold-title">
      <h2 id="hold-title">
        <ChosenLimit plug={plug} chosen={chosen}>
          {words('payment.hold.title')}
        </ChosenLimit>
      </h2>
      <Rows rows={[plugRow, ...priceRows.map(price => priceRow(price, ''))]} isRuled />
      <HoldText>
        <p>
          <ChosenLimit plug={plug} chosen={chosen}>
            {words('payment.hold.text')}
          </ChosenLimit>
        </p>
        <p>{t('payment.hold.cap')}</p>
        <p>{t('payment.hold.bankDelay')}</p>
      </HoldText>
      <Provider />
    </Section>
  );
}

function Provider() {
  const { t } = useTranslation();
  const { cardAt } = useVisit();
  return (
    <ProviderLine>
      <Icon name="credit-card" />
      <span>
        <b>{t('payment.methods')}</b>
        <br />
        {t('payment.redirectNotice', { provider: cardAt })}
      </span>
    </ProviderLine>
  );
}

/** The price and the most it may cost, above the button on phones. */
export function PriceLine({ point, plug, chosen }: OrderSummaryProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const prices = usePrices(point);
  const main = mainKind(plug.prices.now);
  const price = prices(plug.prices.now).find(({ kind }) => kind === main);
  return (
    <BarLine>
      <Num>
        <b>{price?.price}</b> {price?.unit ?? price?.label}
      </Num>
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

const HoldText = styled.div`
  margin-top: var(--s3);
  font-size: var(--t-sm);
  line-height: 1.4;
  > * + * {
    margin-top: var(--s2);
  }
`;

const ProviderLine = styled.p`
  display: flex;
  gap: var(--s3);
  margin-top: var(--s4);
  font-size: var(--t-sm);
  line-height: 1.45;
  @media (max-width: 18em) {
    display: block;
    svg {
      margin-bottom: var(--s2);
    }
  }
`;
