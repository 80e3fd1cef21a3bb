import type { ZonedRegion } from '../../../shared/figures/format.ts';
import type { MailAttachment } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import type { PriceFacts } from '../sessions/cost/prices.ts';

/** A step in the timeline of the payment. */
export interface RouteStep {
  label: string;
  /** The time of the step, or a remark. */
  note: string;
  amount: string;
}

export type Row = readonly [label: string, value: string];
/** A paragraph, a heading, facts below each other, right-aligned amounts, or the timeline of the payment. */
export type EmailPart =
  | string
  | { heading: string }
  | { rows: readonly Row[] }
  | { sums: readonly Row[] }
  | { route: readonly RouteStep[] };

/** The data that an e-mail is written from. */
export interface EmailDraft {
  context: OperatorContext;
  session: SessionRecord;
  /** The number among several e-mails of one kind. */
  n: number;
  priced: PriceFacts;
  payment: PaymentRecord | null;
  region: ZonedRegion;
  /** The session's page. Anyone with this link can stop the session. */
  link: string;
}

export interface EmailText {
  /** The subject without the brand, which precedes the subject. */
  subject: string;
  /** The event in a few words. The default is the subject. */
  state?: string;
  /** The main figure of the e-mail. */
  figure?: { label: string; amount: string };
  /** Short paragraphs. */
  lead: readonly string[];
  /** The next action for the reader. */
  button?: { label: string; link: string; note?: string };
  /** Further parts, the least important last. */
  more?: readonly EmailPart[];
  attachments?: readonly MailAttachment[];
}

export const addressText = ({ priced: { point } }: EmailDraft): string => `${point.street}, ${point.postalCode} ${point.city}`;
export const translate = ({ context, region }: EmailDraft, key: string, values: Readonly<Record<string, string>> = {}) =>
  context.translator(region.locale, key, values);
export const iso = (at: Date | null): string => (at ?? new Date(0)).toISOString();
