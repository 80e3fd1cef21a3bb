import type { ZonedRegion } from '../../../shared/figures/format.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { MailAttachment } from '../../core/ports/mailPort.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import type { PriceFacts } from '../sessions/cost/prices.ts';

/** One step of the payment: held, charged, released or refunded. */
export interface RouteStep {
  label: string;
  /** The time of the step, shown below the label. */
  note: string;
  amount: string;
}

export type Row = readonly [label: string, value: string];
/** A block of small print: a paragraph, a heading, or labels with values. */
export type SmallPart = string | { heading: string } | { rows: readonly Row[] };
/**
 * A block of an e-mail. The variants, in this order: a paragraph, a heading or labels with values below; labels with
 * right-aligned amounts; the steps of the payment; blocks in small print.
 */
export type EmailPart = SmallPart | { sums: readonly Row[] } | { route: readonly RouteStep[] } | { small: readonly SmallPart[] };

/** Returns the colon with its spaces. French typography requires a space before a colon. */
export const colonOf = (locale: Locale): string => (locale === 'fr' ? '\u00a0: ' : ': ');

/** The input from which the text of an e-mail is written. */
export interface EmailDraft {
  context: OperatorContext;
  session: SessionRecord;
  /** The number of this e-mail among those of its kind for the session. */
  n: number;
  priced: PriceFacts;
  payment: PaymentRecord | null;
  region: ZonedRegion;
  /** The address of the session's page. Anyone who knows this address can stop the session. */
  link: string;
}

export interface EmailText {
  /** The subject without the brand's name, which `sendEmail` puts before it. */
  subject: string;
  /** The heading: the event in a few words. If missing, the subject is the heading. */
  state?: string;
  /** The most prominent figure of the e-mail. */
  figure?: { label: string; amount: string };
  /** Short paragraphs below the heading. */
  lead: readonly string[];
  /** The link to the reader's next action. */
  button?: { label: string; link: string; note?: string };
  /** Further content, in descending order of importance. */
  more?: readonly EmailPart[];
  attachments?: readonly MailAttachment[];
}

export const addressText = ({ priced: { point } }: EmailDraft): string => `${point.street}, ${point.postalCode} ${point.city}`;
export const translate = ({ context, region }: EmailDraft, key: string, values: Readonly<Record<string, string>> = {}) =>
  context.translator(region.locale, key, values);
export const iso = (at: Date | null): string => (at ?? new Date(0)).toISOString();
