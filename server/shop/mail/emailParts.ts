import type { ZonedRegion } from '../../../shared/figures/format.ts';
import type { MailAttachment } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import type { PriceFacts } from '../sessions/cost/prices.ts';

/** A step of the money's route. */
export interface RouteStep {
  label: string;
  /** When, or what is to be known of it. */
  note: string;
  amount: string;
}

export type Row = readonly [label: string, value: string];
/** A paragraph, a heading, facts with their names below each other, amounts at the right, or the route of the money. */
export type EmailPart =
  | string
  | { heading: string }
  | { rows: readonly Row[] }
  | { sums: readonly Row[] }
  | { route: readonly RouteStep[] };

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
  /** Without the brand, which comes before it. */
  subject: string;
  /** What has happened, in a few words; the subject where it is missing. */
  state?: string;
  /** The one figure of it. */
  figure?: { label: string; amount: string };
  /** Short paragraphs. */
  lead: readonly string[];
  /** The one thing to do next. */
  button?: { label: string; link: string; note?: string };
  /** What follows, down to what only has to be kept. */
  more?: readonly EmailPart[];
  attachments?: readonly MailAttachment[];
}

export const addressText = ({ priced: { point } }: EmailDraft): string => `${point.street}, ${point.postalCode} ${point.city}`;
export const translate = ({ context, region }: EmailDraft, key: string, values: Readonly<Record<string, string>> = {}) =>
  context.translator(region.locale, key, values);
export const iso = (at: Date | null): string => (at ?? new Date(0)).toISOString();
