import { pathTo } from '../../../shared/charging/paths.ts';
import { nameOrder } from '../../../shared/model/locales.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findSold } from '../../store/shop/orders.ts';
import { factsOf } from '../sessions/cost/prices.ts';
import type { MailKind } from '../sessions/notices/emailJobs.ts';
import { mayEmail } from '../sessions/notices/emailJobs.ts';
import { sendBrandEmail } from './brandEmail.ts';
import { EMAILS } from './emails.ts';

/** Writes and sends one e-mail about a session. The only recipient is the e-mail address of the order. */
export async function sendEmail(
  context: OperatorContext,
  kind: MailKind,
  { sessionId, n }: { sessionId: string; n: number },
): Promise<void> {
  const sold = await findSold(context.store.db, { sessionId });
  if (!sold) return;
  const { session, payment } = sold;
  const priced = factsOf(sold, context);
  const { order, client, point } = priced;
  const { contact, locale } = order;
  const to = contact.email.trim();
  if (to === '' || !mayEmail(order, session)) return;
  const link = context.linkOrigin + pathTo('session', { locale, clientId: client.id, sessionId: session.id });
  const region = { locale, country: point.country, timeZone: point.timeZone };
  const text = await EMAILS[kind]({ context, session, n, priced, payment, region, link });
  if (!text) return;
  const name = nameOrder(locale)
    .map(part => contact[part].trim())
    .join(' ')
    .trim();
  const greeting = name === '' ? null : context.translator(locale, 'mail.greeting', { name });
  await sendBrandEmail(context, {
    client,
    locale,
    to,
    key: `${kind}:${session.id}:${n}`,
    greeting,
    text,
    footer: [context.translator(locale, 'mail.links', { origin: `${context.linkOrigin}/` })],
    attachments: text.attachments ?? [],
  });
}
