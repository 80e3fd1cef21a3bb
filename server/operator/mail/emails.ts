import { durationWords, formatDate, formatEnergy, formatMicro, formatMoney, formatTime } from '../../../shared/format.ts';
import { pathTo } from '../../../shared/paths.ts';
import type { Bill } from '../../../shared/tariff.ts';
import type { InvoiceDocument } from '../documents/invoiceDocument.ts';
import { confirmationOfContract } from '../sessions/contract.ts';
import { feeNow, priceNow } from '../sessions/priceNow.ts';
import { findDocumentOf, findPdf } from '../store/documents.ts';
import type { OutboxKind } from '../store/tables/tables.ts';
import { findWithdrawal } from '../store/withdrawals.ts';
import { type Letter, type LetterText, place, say } from './emailParts.ts';
import { companyInvoice, refund } from './laterEmails.ts';

export type MailKind = Extract<OutboxKind, `mail-${string}`>;

/** What each letter says; null: it is no longer true, so it is not sent. */
export const LETTERS: Readonly<Record<MailKind, (letter: Letter) => Promise<LetterText | null>>> = {
  'mail-started': started,
  'mail-receipt': receipt,
  'mail-nothing': nothingCharged,
  'mail-blocking': blocking,
  'mail-withdrawal': withdrawal,
  'mail-company': companyInvoice,
  'mail-refund': refund,
};

const iso = (at: number | null): string => new Date(at ?? 0).toISOString();

async function started(letter: Letter): Promise<LetterText | null> {
  const { session, priced, region, link } = letter;
  if (priced.order.limit_minor === null || session.started_at === null) return null;
  const amount = formatMoney(priced.order.limit_minor, priced.currency, region);
  const time = formatTime(iso(session.started_at), region);
  return {
    subject: say(letter, 'mail.started.subject', {}),
    body: say(letter, 'mail.started.body', { place: place(letter), time, link, amount }),
    more: confirmationOfContract(letter),
  };
}

async function receipt(letter: Letter): Promise<LetterText | null> {
  const { desk, session, priced, payment, region, link } = letter;
  const document = await findDocumentOf(desk.store.db, session.id);
  const pdf = document && (await findPdf(desk.store.db, document.id));
  if (!document || !pdf || payment?.captured_minor == null || session.bill === null) return null;
  const { kind, number } = JSON.parse(document.json) as InvoiceDocument;
  const bill = JSON.parse(session.bill) as Bill;
  const duration = durationWords((session.ended_at ?? 0) - (session.started_at ?? 0));
  const [digits = ''] = JSON.parse(payment.card_digits) as string[];
  const values = {
    place: place(letter),
    energy: say(letter, 'unit.kwh', { value: formatEnergy(session.energy_wh, 3, region) }),
    duration: say(letter, duration.key, duration.values),
    price: formatMoney(payment.captured_minor, bill.currency, region),
    released: formatMoney(payment.amount_minor - payment.captured_minor, priced.currency, region),
    ...{ digits, link },
  };
  return {
    subject: say(letter, 'mail.receipt.subject', { date: formatDate(iso(session.ended_at), region) }),
    body: say(letter, 'mail.receipt.body', values),
    attachments: [{ fileName: `${kind}-${number}.pdf`, contentType: 'application/pdf', content: Buffer.from(pdf, 'base64') }],
  };
}

/** The start was given up, or there is nothing to pay for what was charged. */
async function nothingCharged(letter: Letter): Promise<LetterText | null> {
  const { desk, session, priced, payment, region } = letter;
  if (payment?.state !== 'released') return null;
  const { clientId, evseId } = priced.point;
  const link = desk.linkOrigin + pathTo('payment', { locale: region.locale, clientId, evseId });
  const amount = formatMoney(payment.amount_minor, priced.currency, region);
  if (session.state === 'completed') {
    // What could have been taken and was not is still open.
    const { minMinor } = desk.payments.limits(priced.currency);
    if ((session.total_minor ?? 0) > 0 && Math.min(session.total_minor ?? 0, payment.amount_minor) >= minMinor) return null;
    return {
      subject: say(letter, 'mail.nothing.subject', {}),
      body: say(letter, 'mail.nothing.body', { place: place(letter), amount, link: letter.link }),
    };
  }
  return {
    subject: say(letter, 'mail.cancelled.subject', {}),
    body: say(letter, 'mail.cancelled.body', { place: place(letter), amount, link }),
  };
}

async function blocking(letter: Letter): Promise<LetterText | null> {
  const { desk, session, priced, region, link } = letter;
  if (session.state !== 'running' && session.state !== 'paused') return null;
  const fee = feeNow(await priceNow(desk.store.db, session, desk));
  if (!fee || fee.isRunning) return null;
  const values = {
    place: place(letter),
    time: formatTime(fee.fromAt, region),
    price: formatMicro(fee.perMinuteMicro, priced.currency, region),
    link,
  };
  return { subject: say(letter, `mail.${fee.kind}.subject`, values), body: say(letter, `mail.${fee.kind}.body`, values) };
}

/** The acknowledgement that the law asks for: what was declared, and when it arrived. */
async function withdrawal(letter: Letter): Promise<LetterText | null> {
  const { desk, session, region } = letter;
  const row = await findWithdrawal(desk.store.db, session.id);
  if (!row) return null;
  const id = String(session.number);
  const values = {
    ...{ date: formatDate(iso(row.received_at), region), time: formatTime(iso(row.received_at), region), name: row.name, id },
    statement: say(letter, 'withdrawal.statement', { id }),
  };
  return { subject: say(letter, 'withdrawal.receipt.subject', {}), body: say(letter, 'withdrawal.receipt.body', values) };
}
