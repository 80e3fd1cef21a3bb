import type { ContactForm } from '../../shared/forms/contact.ts';
import { type Locale, nameOrder } from '../../shared/locales.ts';
import { pathTo } from '../../shared/paths.ts';
import { type LetterPart, letterHtml, letterText } from './letter.ts';
import { LETTERS, type MailKind } from './letters.ts';
import { mayWrite } from './limits.ts';
import type { Desk } from './parts.ts';
import { pricedSession } from './prices.ts';
import { promise } from './store/outboxRows.ts';
import { findPayment } from './store/payments.ts';
import { findSession, type SessionRow } from './store/sessions.ts';
import type { Trx } from './store/store.ts';

export type { MailKind } from './letters.ts';

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
  if (to === '' || !mayWrite(order, session)) return;
  const locale = order.locale as Locale;
  const payment = order.payment_id ? await findPayment(desk.store.db, order.payment_id) : null;
  const link = desk.linkOrigin + pathTo('session', { locale, clientId: client.id, sessionId: session.id });
  const region = { locale, country: point.country, timeZone: point.timeZone };
  const text = await LETTERS[kind]({ desk, session, n, priced, payment, region, link });
  if (!text) return;
  const name = nameOrder(locale)
    .map(part => contact[part].trim())
    .join(' ')
    .trim();
  const greeting = name === '' ? [] : [desk.words(locale, 'mail.greeting', { name })];
  const contactWay = client.supportEmail ?? client.supportPhone ?? client.supplier.name;
  const footer = desk.words(locale, 'mail.footer', { client: client.name, contact: contactWay });
  const parts: readonly LetterPart[] = [...greeting, ...text.body.split('\n\n'), ...(text.more ?? []), footer];
  const { html, logo } = letterHtml({ locale, client, parts });
  await desk.mail.send({
    ...{ to, subject: text.subject, text: letterText({ locale, parts }), html },
    attachments: [...logo, ...(text.attachments ?? [])],
    key: `${kind}:${session.id}:${n}`,
  });
}
