import type { ZonedRegion } from '../../../shared/format.ts';
import type { OperatorContext } from '../context.ts';
import type { MailAttachment } from '../ports.ts';
import type { PriceFacts } from '../sessions/prices.ts';
import type { PaymentRecord } from '../store/payments.ts';
import type { SessionRecord } from '../store/sessions.ts';
import type { EmailPart } from './html.ts';

/** What is known when an e-mail is written. */
export interface EmailDraft {
  context: OperatorContext;
  session: SessionRecord;
  /** Which of several e-mails of its kind. */
  n: number;
  priced: PriceFacts;
  payment: PaymentRecord | null;
  region: ZonedRegion;
  /** The session's own page: whoever has it may stop the session. */
  link: string;
}

export interface EmailText {
  subject: string;
  /** Paragraphs with a blank line between them. */
  body: string;
  /** What follows them. */
  more?: readonly EmailPart[];
  attachments?: readonly MailAttachment[];
}

export const place = ({ priced: { point } }: EmailDraft): string => `${point.street}, ${point.postalCode} ${point.city}`;
export const translate = ({ context, region }: EmailDraft, key: string, values: Readonly<Record<string, string>>) =>
  context.translator(region.locale, key, values);
