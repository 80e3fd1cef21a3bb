import { formatDate, formatMoney } from '../../../shared/figures/format.ts';
import type { DocumentCustomer, InvoiceDocument } from '../../core/records/records.ts';
import { listDocuments } from '../../store/shop/documents.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';
import { listRefunds, type RefundRecord } from '../../store/shop/refunds.ts';
import { findFile } from '../documents/files.ts';
import { addressText, type EmailDraft, type EmailPart, type EmailText, translate } from './emailParts.ts';
import { routeOfMoney, whatFor } from './moneyParts.ts';

interface Drawn {
  document: InvoiceDocument;
  attachments: EmailText['attachments'];
}

/**
 * Finds the document that an e-mail delivers: `n` is the document's sequence number within the session. Null until the PDF
 * exists.
 */
async function findDrawn({ context, session, n }: EmailDraft): Promise<Drawn | null> {
  const row = (await listDocuments(context.store.db, session.id)).find(({ sequence }) => sequence === n);
  const pdf = row && (await findFile(context, row.id));
  if (!row || !pdf) return null;
  const file = { fileName: `${row.kind}-${row.number}.pdf`, contentType: 'application/pdf' };
  return {
    document: row.content,
    attachments: [{ ...file, content: pdf }],
  };
}

/** Writes the e-mail with the company invoice that the driver requested after the session. */
export async function companyInvoice(draft: EmailDraft): Promise<EmailText | null> {
  const drawn = await findDrawn(draft);
  if (!drawn?.document.customer) return null;
  const { number, customer, totalMinor, currency } = drawn.document;
  const price = formatMoney(totalMinor, currency, draft.region);
  const values = { number, company: customer.name, price };
  return {
    subject: translate(draft, 'mail.company.subject', { number }),
    figure: { label: translate(draft, 'receipt.paid'), amount: price },
    lead: [translate(draft, 'mail.company.lead', values), translate(draft, 'mail.company.same', values)],
    button: { label: translate(draft, 'mail.company.button'), link: draft.link },
    more: [...whatFor(draft, drawn.document), ...madeOutTo(draft, customer)],
    ...(drawn.attachments ? { attachments: drawn.attachments } : {}),
  };
}

/** Shows the buyer as on the invoice, so that the reader can check the data. */
function madeOutTo(draft: EmailDraft, { name, address }: DocumentCustomer): readonly EmailPart[] {
  const lines = address && [address.street, `${address.postalCode} ${address.city}`];
  const vatId = address?.vatId ? [`${translate(draft, 'invoice.vatId')} ${address.vatId}`] : [];
  return [{ heading: translate(draft, 'invoice.customer') }, [name, ...(lines ?? []), ...vatId].join('\n')];
}

/** Writes the e-mail about a refund to the card, with the credit note attached. */
export async function refund(draft: EmailDraft): Promise<EmailText | null> {
  const drawn = await findDrawn(draft);
  if (!drawn) return null;
  const { payment } = draft;
  const { totalMinor, currency, startedAt, cardDigits } = drawn.document;
  const refunds = payment ? await refundsDone(draft, payment) : [];
  const refundedMinor = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const paidMinor = payment && (payment.capturedMinor ?? 0) - refundedMinor;
  const amount = formatMoney(totalMinor, currency, draft.region);
  const values = { amount, date: formatDate(startedAt, draft.region), place: addressText(draft), digits: cardDigits ?? '' };
  return {
    subject: translate(draft, 'mail.refund.subject', { amount }),
    ...(paidMinor === null
      ? {}
      : { figure: { label: translate(draft, 'mail.refund.left'), amount: formatMoney(paidMinor, currency, draft.region) } }),
    lead: [translate(draft, 'mail.refund.lead', values), translate(draft, 'mail.refund.bank')],
    button: { label: translate(draft, 'mail.receipt.button'), link: draft.link },
    ...(payment ? { more: routeOfMoney(draft, payment, refunds) } : {}),
    ...(drawn.attachments ? { attachments: drawn.attachments } : {}),
  };
}

async function refundsDone({ context }: EmailDraft, payment: PaymentRecord): Promise<readonly RefundRecord[]> {
  return (await listRefunds(context.store.db, payment.id)).filter(({ state }) => state === 'done');
}
