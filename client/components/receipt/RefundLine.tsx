import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { type Receipt, refundOf } from '../../../shared/charging/receipt.ts';
import { useFormat } from '../../hooks/useFormat.ts';
import { BOLD, RichText, Small } from '../text/Text.tsx';

/** Says how much of the paid amount was refunded and when, and how much is left. Empty without a refund. */
export function RefundLine({ receipt }: { receipt: Receipt }) {
  const words = useRefundWords(receipt);
  return words === '' ? null : (
    <Line>
      <RichText text={words} tags={BOLD} />
    </Line>
  );
}

const Line = styled(Small)`
  margin-block: var(--s2);
  font-variant-numeric: tabular-nums;
  text-wrap: balance;
  b {
    color: var(--ink);
  }
`;

/** Returns the text of the line, with the amounts in the tag `b`. */
export function useRefundWords(receipt: Receipt | null): string {
  const { t } = useTranslation();
  const format = useFormat(receipt ? { country: receipt.country, timeZone: receipt.found.timeZone } : undefined);
  const refund = receipt && refundOf(receipt);
  if (!refund) return '';
  return t('receipt.refunded', {
    refunded: format.money(refund.amountMinor, receipt.currency),
    date: format.date(refund.at),
    left: format.money(receipt.chargedMinor - refund.amountMinor, receipt.currency),
  });
}
