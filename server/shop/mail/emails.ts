import { pathTo } from '../../../shared/charging/paths.ts';
import { formatDate, formatDateTime, formatMicro, formatMoney, formatTime } from '../../../shared/figures/format.ts';
import { announcedFee } from '../../core/pricing/feeAnnouncement.ts';
import { findDocumentOf } from '../../store/shop/documents.ts';
import { findWithdrawal } from '../../store/shop/withdrawals.ts';
import { findFile } from '../documents/files.ts';
import { costSoFar, priceNow } from '../sessions/cost/priceNow.ts';
import type { MailKind } from '../sessions/notices/emailJobs.ts';
import { confirmationOfContract } from './contractConfirmation.ts';
import { addressText, type EmailDraft, type EmailText, iso, translate } from './emailParts.ts';
import { companyInvoice, refund } from './laterEmails.ts';
import { routeOfMoney, whatFor, whereAndWhen } from './moneyParts.ts';

/** Writes the text of each kind of e-mail. Null if the content no longer applies; no e-mail is sent then. */
export const EMAILS: Readonly<Record<MailKind, (draft: EmailDraft) => Promise<EmailText | null>>> = {
  'mail-started': started,
  'mail-receipt': receipt,
  'mail-nothing': nothingCharged,
  'mail-blocking': blocking,
  'mail-withdrawal': withdrawal,
  'mail-company': companyInvoice,
  'mail-refund': refund,
};

async function started(draft: EmailDraft): Promise<EmailText | null> {
  const { session, priced, region, link } = draft;
  if (priced.order.limitMinor === null || session.startedAt === null) return null;
  const amount = formatMoney(priced.order.limitMinor, priced.currency, region);
  return {
    subject: translate(draft, 'mail.started.subject', { amount }),
    state: translate(draft, 'mail.started.state'),
    figure: { label: translate(draft, 'holdTimeline.held'), amount },
    lead: [translate(draft, 'mail.started.lead', { amount })],
    button: { label: translate(draft, 'mail.started.button'), link, note: translate(draft, 'mail.started.note') },
    more: [
      { heading: translate(draft, 'mail.where') },
      `${addressText(draft)}\n${formatDateTime(iso(session.startedAt), region)}`,
      { small: confirmationOfContract(draft) },
    ],
  };
}

async function receipt(draft: EmailDraft): Promise<EmailText | null> {
  const { context, session, payment, region, link } = draft;
  const document = await findDocumentOf(context.store.db, session.id);
  const pdf = document && (await findFile(context, document.id));
  if (!document || !pdf || payment?.capturedMinor == null || session.bill === null) return null;
  const { kind, number } = document.content;
  const price = formatMoney(payment.capturedMinor, session.bill.currency, region);
  const [digits = ''] = payment.cardDigits;
  return {
    subject: translate(draft, 'mail.receipt.subject', { price, date: formatDate(iso(session.endedAt), region) }),
    state: translate(draft, 'mail.receipt.state'),
    figure: { label: translate(draft, 'receipt.paid'), amount: price },
    lead: [translate(draft, 'mail.receipt.lead', { digits })],
    button: { label: translate(draft, 'mail.receipt.button'), link },
    more: [...routeOfMoney(draft, payment), ...whatFor(draft, document.content), ...whereAndWhen(draft)],
    attachments: [{ fileName: `${kind}-${number}.pdf`, contentType: 'application/pdf', content: pdf }],
  };
}

/** Writes the e-mail after a cancelled start, or after a session without cost. */
async function nothingCharged(draft: EmailDraft): Promise<EmailText | null> {
  const { context, session, priced, payment, region } = draft;
  if (payment?.state !== 'released') return null;
  const { clientId, evseId } = priced.point;
  const isOver = session.state === 'completed';
  if (isOver) {
    // If the cost was high enough to be captured but the hold was released, the driver may still owe the amount. No e-mail is
    // sent then.
    const { minMinor } = context.payments.limits(priced.currency);
    if ((session.totalMinor ?? 0) > 0 && Math.min(session.totalMinor ?? 0, payment.amountMinor) >= minMinor) return null;
  }
  const kind = isOver ? 'nothing' : 'cancelled';
  const again = context.linkOrigin + pathTo('payment', { locale: region.locale, clientId, evseId });
  return {
    subject: translate(draft, `mail.${kind}.subject`),
    figure: { label: translate(draft, 'receipt.paid'), amount: formatMoney(0, priced.currency, region) },
    lead: [translate(draft, `mail.${kind}.lead`, { place: addressText(draft) })],
    button: { label: translate(draft, `mail.${kind}.button`), link: isOver ? draft.link : again },
    more: routeOfMoney(draft, payment),
  };
}

async function blocking(draft: EmailDraft): Promise<EmailText | null> {
  const { context, session, priced, region, link } = draft;
  if (session.state !== 'running' && session.state !== 'paused') return null;
  const now = await priceNow(context.store.db, session, context);
  const fee = announcedFee(now);
  if (!fee || fee.isRunning) return null;
  const money = (minor: number) => formatMoney(minor, priced.currency, region);
  const price = formatMicro(fee.perMinuteMicro, priced.currency, region);
  const values = { place: addressText(draft), time: formatTime(fee.fromAt, region), price };
  const cap = fee.maxMinor === null ? [] : [translate(draft, 'tariff.capShort', { amount: money(fee.maxMinor) })];
  const { clientId } = priced.point;
  const reminder = context.linkOrigin + pathTo('blockingFee', { locale: region.locale, clientId, sessionId: session.id });
  return {
    subject: translate(draft, `mail.${fee.kind}.subject`, values),
    figure: {
      label: [translate(draft, `tariff.${fee.kind}Fee`), ...cap].join(', '),
      amount: translate(draft, 'tariff.figurePerMinute', { price }),
    },
    lead: [translate(draft, `mail.${fee.kind}.lead`, values), translate(draft, `mail.${fee.kind}.fee`, values)],
    button: { label: translate(draft, 'mail.open'), link },
    more: [
      { sums: [[translate(draft, 'session.soFar'), money(costSoFar(now))]] },
      `${translate(draft, 'session.calendar')}\n${reminder}`,
    ],
  };
}

/** Writes the acknowledgement of a withdrawal that the law requires: the driver's declaration and the time of its receipt. */
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
    subject: translate(draft, 'withdrawal.receipt.subject'),
    lead: translate(draft, 'withdrawal.receipt.body', values).split('\n\n'),
  };
}
