import {
  durationParts,
  formatDate,
  formatEnergy,
  formatMicro,
  formatMoney,
  formatTime,
  type ZonedRegion,
} from '../../shared/format.ts';
import type { ContactForm } from '../../shared/forms/contact.ts';
import type { Locale } from '../../shared/locales.ts';
import { pathTo } from '../../shared/paths.ts';
import type { Bill } from '../../shared/tariff.ts';
import type { InvoiceDocument } from './documents/invoiceDocument.ts';
import { letterHtml } from './letter.ts';
import type { Desk } from './parts.ts';
import type { MailAttachment } from './ports.ts';
import { type Priced, pricedSession } from './prices.ts';
import { findDocumentOf } from './store/documents.ts';
import { promise } from './store/outboxRows.ts';
import { findPayment, type PaymentRow } from './store/payments.ts';
import { findSession, type SessionRow } from './store/sessions.ts';
import type { Trx } from './store/store.ts';
import type { OutboxKind } from './store/tables.ts';
import { currentFee } from './views.ts';

export type MailKind = Extract<OutboxKind, `mail-${string}`>;

interface Letter {
  desk: Desk;
  session: SessionRow;
  priced: Priced;
  payment: PaymentRow | null;
  region: ZonedRegion;
  /** The session's own page: whoever has it may stop the session. */
  link: string;
}

interface LetterText {
  subject: string;
  body: string;
  attachments?: readonly MailAttachment[];
}

/** What each letter says; null: it is no longer true, so it is not sent. */
const LETTERS: Readonly<Record<MailKind, (letter: Letter) => Promise<LetterText | null>>> = {
  'mail-started': started,
  'mail-receipt': receipt,
  'mail-nothing': nothingCharged,
  'mail-blocking': blocking,
};

/** Promises a letter, where the order has an address. */
export async function promiseMail(
  trx: Trx,
  ask: { kind: MailKind; session: SessionRow; email: string; at: Date; n?: number },
): Promise<void> {
  const { kind, session, email, at, n = 1 } = ask;
  if (email !== '') await promise(trx, { kind, subjectId: session.id, at, n });
}

/** Writes and sends one letter, only to the order's own address. */
export async function sendMail(desk: Desk, kind: MailKind, { sessionId, n }: { sessionId: string; n: number }): Promise<void> {
  const session = await findSession(desk.store.db, sessionId);
  if (!session) return;
  const priced = await pricedSession(desk.store.db, session, desk);
  const { order, client, point } = priced;
  const contact = JSON.parse(order.contact) as ContactForm;
  const to = contact.email.trim();
  if (to === '') return;
  const locale = order.locale as Locale;
  const payment = order.payment_id ? await findPayment(desk.store.db, order.payment_id) : null;
  const link = desk.linkOrigin + pathTo('session', { locale, clientId: client.id, sessionId: session.id });
  const region = { locale, country: point.country, timeZone: point.timeZone };
  const text = await LETTERS[kind]({ desk, session, priced, payment, region, link });
  if (!text) return;
  const name = `${contact.firstName.trim()} ${contact.lastName.trim()}`.trim();
  const greeting = name === '' ? null : desk.words(locale, 'mail.greeting', { name });
  const contactWay = client.supportEmail ?? client.supportPhone ?? client.supplier.name;
  const footer = desk.words(locale, 'mail.footer', { client: client.name, contact: contactWay });
  const paragraphs = [...(greeting ? [greeting] : []), ...text.body.split('\n\n'), footer];
  const { html, logo } = letterHtml({ locale, client, paragraphs });
  await desk.mail.send({
    ...{ to, subject: text.subject, text: paragraphs.join('\n\n'), html },
    attachments: [...logo, ...(text.attachments ?? [])],
    key: `${kind}:${session.id}:${n}`,
  });
}

const place = ({ priced: { point } }: Letter): string => `${point.street}, ${point.postalCode} ${point.city}`;
const say = ({ desk, region }: Letter, key: string, values: Readonly<Record<string, string>>) =>
  desk.words(region.locale, key, values);
const iso = (at: number | null): string => new Date(at ?? 0).toISOString();

async function started(letter: Letter): Promise<LetterText | null> {
  const { session, priced, region, link } = letter;
  if (priced.order.limit_minor === null || session.started_at === null) return null;
  const amount = formatMoney(priced.order.limit_minor, priced.currency, region);
  const time = formatTime(iso(session.started_at), region);
  return {
    subject: say(letter, 'mail.started.subject', {}),
    body: say(letter, 'mail.started.body', { place: place(letter), time, link, amount }),
  };
}

async function receipt(letter: Letter): Promise<LetterText | null> {
  const { desk, session, priced, payment, region, link } = letter;
  const document = await findDocumentOf(desk.store.db, session.id);
  if (!document?.pdf || payment?.captured_minor == null || session.bill === null) return null;
  const { kind, number } = JSON.parse(document.json) as InvoiceDocument;
  const bill = JSON.parse(session.bill) as Bill;
  const { hours, minutes } = durationParts((session.ended_at ?? 0) - (session.started_at ?? 0));
  const [digits = ''] = JSON.parse(payment.card_digits) as string[];
  const values = {
    place: place(letter),
    energy: say(letter, 'unit.kwh', { value: formatEnergy(session.energy_wh, 3, region) }),
    duration:
      hours === 0
        ? say(letter, 'unit.minutes', { minutes: String(minutes) })
        : say(letter, 'unit.hoursMinutes', { hours: String(hours), minutes: String(minutes).padStart(2, '0') }),
    price: formatMoney(payment.captured_minor, bill.currency, region),
    released: formatMoney(payment.amount_minor - payment.captured_minor, priced.currency, region),
    ...{ digits, link },
  };
  return {
    subject: say(letter, 'mail.receipt.subject', { date: formatDate(iso(session.ended_at), region) }),
    body: say(letter, 'mail.receipt.body', values),
    attachments: [
      { fileName: `${kind}-${number}.pdf`, contentType: 'application/pdf', content: Buffer.from(document.pdf, 'base64') },
    ],
  };
}

async function nothingCharged(letter: Letter): Promise<LetterText | null> {
  const { desk, priced, payment, region } = letter;
  if (payment?.state !== 'released') return null;
  const { clientId, evseId } = priced.point;
  const link = desk.linkOrigin + pathTo('payment', { locale: region.locale, clientId, evseId });
  const amount = formatMoney(payment.amount_minor, priced.currency, region);
  return {
    subject: say(letter, 'mail.cancelled.subject', {}),
    body: say(letter, 'mail.cancelled.body', { place: place(letter), amount, link }),
  };
}

async function blocking(letter: Letter): Promise<LetterText | null> {
  const { desk, session, priced, region, link } = letter;
  if (session.state !== 'running' && session.state !== 'paused') return null;
  const fee = currentFee(session, priced, desk.clock.now());
  if (!fee || fee.isRunning) return null;
  const values = {
    place: place(letter),
    time: formatTime(fee.fromAt, region),
    price: formatMicro(fee.perMinuteMicro, priced.currency, region),
    link,
  };
  return { subject: say(letter, 'mail.blocking.subject', values), body: say(letter, 'mail.blocking.body', values) };
}
