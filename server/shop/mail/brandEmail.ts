import type { MailAttachment } from '../../core/ports/mailPort.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { type EmailContent, emailHtml, imagesOf } from './html.ts';
import { emailText } from './plain.ts';

interface BrandEmail extends Omit<EmailContent, 'client' | 'footer'> {
  client: ClientRecord;
  to: string;
  /** Identifies the e-mail. All attempts to send it have the same key. */
  key: string;
  /** Lines below the brand and its contacts. */
  footer?: readonly string[];
  attachments?: readonly MailAttachment[];
}

/**
 * Sends an e-mail in the name of a brand, with its logo and its contacts. Answers go to the support of the brand.
 * @throws MailRefused if the mail server reports at once that the mailbox does not exist
 */
export async function sendBrandEmail(context: OperatorContext, email: BrandEmail): Promise<void> {
  const { client, locale, to, key, text, footer = [], attachments = [] } = email;
  const contacts = [client.supportEmail, client.supportPhone].filter(contact => contact !== null);
  const contact = contacts.join(', ') || client.supplier.name;
  const content = { ...email, footer: [context.translator(locale, 'mail.footer', { client: client.name, contact }), ...footer] };
  await context.mail.send({
    to,
    key,
    fromName: client.name,
    replyTo: client.supportEmail,
    subject: context.translator(locale, 'mail.subject', { client: client.name, words: text.subject }),
    text: emailText(content),
    html: emailHtml(content),
    images: imagesOf(client),
    attachments,
  });
}
