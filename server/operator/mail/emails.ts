import { durationWords, formatDate, formatEnergy, formatMicro, formatMoney, formatTime } from '../../../shared/format.ts';
import { pathTo } from '../../../shared/paths.ts';
import { feeNow } from '../pricing/blockingFee.ts';

import { confirmationOfContract } from '../sessions/contract.ts';
import { priceNow } from '../sessions/priceNow.ts';
import { findDocumentOf, findPdf } from '../store/documents.ts';
import type { OutboxKind } from '../store/tables/tables.ts';
import { findWithdrawal } from '../store/withdrawals.ts';
import { type EmailDraft, type EmailText, place, translate } from './emailParts.ts';
import { companyInvoice, refund } from './laterEmails.ts';

export type MailKind = Extract<OutboxKind, `mail-${string}`>;

/** The text of each e-mail; null: what it would say no longer holds, so it is not sent. */
export const EMAILS: Readonly<Record<MailKind, (draft: EmailDraft) => Promise<EmailText | null>>> = {
  'mail-started': started,
  'mail-receipt': receipt,
  'mail-nothing': nothingCharged,
  'mail-blocking': blocking,
  'mail-withdrawal': withdrawal,
  'mail-company': companyInvoice,
  'mail-refund': refund,
};

const iso = (at: Date | null): string => (at ?? new Date(0)).toISOString();

async function started(draft: EmailDraft): Promise<EmailText | null> {
  const { session, priced, region, link } = draft;
  if (priced.order.limitMinor === null || session.startedAt === null) return null;
  const amount = formatMoney(priced.order.limitMinor, priced.currency, region);
  const time = formatTime(iso(session.startedAt), region);
  return {
    subject: translate(draft, 'mail.started.subject', {}),
    body: translate(draft, 'mail.started.body', { place: place(draft), time, link, amount }),
    more: confirmationOfContract(draft),
  };
}

async function receipt(draft: EmailDraft): Promise<EmailText | null> {
  const { context, session, priced, payment, region, link } = draft;
  const document = await findDocumentOf(context.store.db, session.id);
  const pdf = document && (await findPdf(context.store.db, document.id));
  if (!document || !pdf || payment?.capturedMinor == null || session.bill === null) return null;
  const { kind, number } = document.content;
  const { bill, startedAt, endedAt } = session;
  const duration = durationWords((endedAt?.getTime() ?? 0) - (startedAt?.getTime() ?? 0));
  const [digits = ''] = payment.cardDigits;
  const values = {
    place: place(draft),
    energy: translate(draft, 'unit.kwh', { value: formatEnergy(session.energyWh, 3, region) }),
    duration: translate(draft, duration.key, duration.values),
    price: formatMoney(payment.capturedMinor, bill.currency, region),
    released: formatMoney(payment.amountMinor - payment.capturedMinor, priced.currency, region),
    digits,
    link,
  };
  return {
    subject: translate(draft, 'mail.receipt.subject', { date: formatDate(iso(endedAt), region) }),
    body: translate(draft, 'mail.receipt.body', values),
    attachments: [{ fileName: `${kind}-${number}.pdf`, contentType: 'application/pdf', content: Buffer.from(pdf, 'base64') }],
  };
}

/** The start was given up, or there is nothing to pay for what was charged. */
async function nothingCharged(draft: EmailDraft): Promise<EmailText | null> {
  const { context, session, priced, payment, region } = draft;
  if (payment?.state !== 'released') return null;
  const { clientId, evseId } = priced.point;
  const link = context.linkOrigin + pathTo('payment', { locale: region.locale, clientId, evseId });
  const amount = formatMoney(payment.amountMinor, priced.currency, region);
  if (session.state === 'completed') {
    // An amount that could have been captured and was not is still owed.
    const { minMinor } = context.payments.limits(priced.currency);
    if ((session.totalMinor ?? 0) > 0 && Math.min(session.totalMinor ?? 0, payment.amountMinor) >= minMinor) return null;
    return {
      subject: translate(draft, 'mail.nothing.subject', {}),
      body: translate(draft, 'mail.nothing.body', { place: place(draft), amount, link: draft.link }),
    };
  }
  return {
    subject: translate(draft, 'mail.cancelled.subject', {}),
    body: translate(draft, 'mail.cancelled.body', { place: place(draft), amount, link }),
  };
}

async function blocking(draft: EmailDraft): Promise<EmailText | null> {
  const { context, session, priced, region, link } = draft;
  if (session.state !== 'running' && session.state !== 'paused') return null;
  const fee = feeNow(await priceNow(context.store.db, session, context));
  if (!fee || fee.isRunning) return null;
  const values = {
    place: place(draft),
    time: formatTime(fee.fromAt, region),
    price: formatMicro(fee.perMinuteMicro, priced.currency, region),
    link,
  };
  return {
    subject: translate(draft, `mail.${fee.kind}.subject`, values),
    body: translate(draft, `mail.${fee.kind}.body`, values),
  };
}

/** The acknowledgement required by law: what was declared, and when it arrived. */
async function withdrawal(draft: EmailDraft): Promise<EmailText | null> {
  const { context, session, region } = draft;
  const row = await findWithdrawal(context.store.db, session.id);
  if (!row) return null;
  const id = String(session.number);
  const values = {
    date: formatDate(iso(row.receivedAt), region),
    time: formatTime(iso(row.receivedAt), region),
    name: row.name,
    id,
    statement: translate(draft, 'withdrawal.statement', { id }),
  };
  return {
    subject: translate(draft, 'withdrawal.receipt.subject', {}),
    body: translate(draft, 'withdrawal.receipt.body', values),
  };
}
