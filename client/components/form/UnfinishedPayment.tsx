import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { UnfinishedPayment as Payment } from '../../core/page.ts';
import { useVisit } from '../../core/pageData.tsx';
import { useFormat } from '../../hooks/useFormat.ts';
import { Button, ButtonLink } from '../control/Button.tsx';
import { Small } from '../text/Text.tsx';

/**
 * Offers to continue a payment on the payment provider's page, or to cancel the payment and start over. Needs the text area `order`
 * (see `Route.strings`).
 */
export function UnfinishedPayment({ payment: { clientId, orderId, evseId, url, hold } }: { payment: Payment }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const titleId = useId();
  const amount = useFormat().money(hold.amountMinor, hold.currency);
  return (
    <Box aria-labelledby={titleId}>
      <Title id={titleId}>{t('order.open')}</Title>
      <Small>{t('order.open.text', { evse: evseId })}</Small>
      <div>
        <ButtonLink $variant="primary" href={url}>
          {t('order.open.continue', { amount })}
        </ButtonLink>
        <form method="post" action={pathTo('orderCancel', { locale, clientId, orderId })}>
          <Button $variant="quiet" type="submit">
            {t('order.open.restart')}
          </Button>
        </form>
      </div>
    </Box>
  );
}

/** Not a heading, because the text stands before the `h1` of the page. Looks like an `h2`. */
const Title = styled.p`
  font-size: var(--t-lg);
  line-height: 1.25;
  font-weight: 700;
  letter-spacing: -0.006em;
  text-wrap: balance;
  hyphens: auto;
  hyphenate-limit-chars: 12 5 4;
`;

const Box = styled.section`
  margin-bottom: var(--s5);
  padding: var(--s4);
  border-radius: var(--radius-lg);
  background: var(--paper);
  > div {
    display: grid;
    gap: var(--s2);
    margin-top: var(--s3);
  }
  @media (min-width: 40em) {
    > div {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      align-items: center;
    }
  }
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
  @media print {
    display: none;
  }
`;
