import {
  durationWords,
  formatDateTime,
  formatDateTimes,
  formatMoney,
  formatPercent,
  shownLengthMs,
} from '../../../shared/figures/format.ts';
import type { InvoiceDocument } from '../../core/records/records.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';
import type { RefundRecord } from '../../store/shop/refunds.ts';
import { itemsTexts } from '../documents/content/invoiceItemTexts.ts';
import { addressText, type EmailDraft, type EmailPart, iso, type RouteStep, translate } from './emailParts.ts';

/** Amount and time of a completed refund. */
export type GivenBack = Pick<RefundRecord, 'amountMinor' | 'doneAt'>;

/** Lists the steps held → charged → released → refunded with amounts and times. Translation keys: mail.way, holdTimeline.* */
export function routeOfMoney(
  draft: EmailDraft,
  payment: PaymentRecord,
  refunds: readonly GivenBack[] = [],
): readonly EmailPart[] {
  const { region, priced } = draft;
  const money = (minor: number) => formatMoney(minor, priced.currency, region);
  const chargedMinor = payment.capturedMinor ?? 0;
  const releasedMinor = payment.amountMinor - chargedMinor;
  const settledAt = formatDateTime(iso(payment.settledAt), region);
  const step = (kind: string, minor: number, note: string): RouteStep => ({
    label: translate(draft, `holdTimeline.${kind}`),
    note,
    amount: money(minor),
  });
  const steps = [
    step('held', payment.amountMinor, formatDateTime(iso(payment.authorisedAt), region)),
    ...(chargedMinor > 0 ? [step('charged', chargedMinor, settledAt)] : []),
    ...(releasedMinor > 0 ? [step('released', releasedMinor, settledAt)] : []),
    ...refunds.map(({ amountMinor, doneAt }) => step('refunded', amountMinor, formatDateTime(iso(doneAt), region))),
  ];
  return [
    { heading: translate(draft, 'mail.way') },
    { route: steps },
    ...(releasedMinor > 0 && refunds.length === 0 ? [translate(draft, 'mail.bank')] : []),
  ];
}

/** Lists the billed items as on the document. Translation keys: mail.for, invoice.*, receipt.* */
export function whatFor(draft: EmailDraft, doc: InvoiceDocument): readonly EmailPart[] {
  const { region } = draft;
  const money = (minor: number) => formatMoney(minor, doc.currency, region);
  const lines = itemsTexts({
    doc,
    region,
    money,
    translate: (key, values) => draft.context.translator(region.locale, key, values ?? {}),
  }).map(
    ({ item, quantity, unitPrice, amount }) => [quantity === '' ? item : `${item}, ${quantity} × ${unitPrice}`, amount] as const,
  );
  const taxes = doc.vat
    .filter(({ percent }) => percent > 0)
    .map(
      ({ percent, vatMinor }) =>
        [translate(draft, 'receipt.vat', { percent: formatPercent(percent, region) }), money(vatMinor)] as const,
    );
  return [
    { heading: translate(draft, 'mail.for') },
    { sums: [...lines, [translate(draft, 'receipt.total'), money(doc.totalMinor)], ...taxes] },
  ];
}

/** Shows the address of the charging point and the times of the session. Translation keys: mail.where, unit.* */
export function whereAndWhen(draft: EmailDraft): readonly EmailPart[] {
  const { startedAt, endedAt } = draft.session;
  const times = startedAt && endedAt ? [timesOf(draft, { from: iso(startedAt), to: iso(endedAt) })] : [];
  return [{ heading: translate(draft, 'mail.where') }, [addressText(draft), ...times].join('\n')];
}

function timesOf(draft: EmailDraft, times: { from: string; to: string }): string {
  const { key, values } = durationWords(shownLengthMs(times));
  return `${formatDateTimes(times, draft.region)}, ${translate(draft, key, values)}`;
}
