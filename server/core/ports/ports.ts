import type { PaymentMethod } from '../../../shared/charging/charging.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { ClientRecord, ConnectorRecord, InvoiceDocument, PointRecord } from '../records/records.ts';
import type { Payouts } from './payoutPort.ts';
import type { SignedValue } from './stationPort.ts';

/** Time, so that tests and the simulator can run it faster. Nothing in the operator reads the wall clock itself. */
export interface Clock {
  now(): Date;
  /** Resolves at `at`, or earlier when `signal` aborts. */
  sleepUntil(at: Date, signal: AbortSignal): Promise<void>;
}

export type HoldState = 'open' | 'authorised' | 'captured' | 'released' | 'expired';

/** The provider's state of one hold, which counts whatever else is reported. Amounts in minor units. */
export interface Hold {
  ref: string;
  state: HoldState;
  currency: Currency;
  authorisedMinor: number;
  capturedMinor: number;
  refundedMinor: number;
  /** The keys of our refunds that took place; absent: the provider does not list them. */
  refundKeys?: readonly string[];
  isDisputed: boolean;
  /** Won: the money is ours again. Absent or null: there is none, or the provider does not tell how it stands. */
  dispute?: { state: 'open' | 'won' | 'lost'; amountMinor: number } | null;
  /** When the hold lapses by itself; only while authorised. */
  captureBefore: Date | null;
  /** Every four digits the payer may know the card by: the printed ones and the wallet's device number. */
  cardDigits: readonly string[];
  cardBrand: string | null;
  /** The address the payer has entered on the page; absent or null: none that is known. */
  payerEmail?: string | null;
  /** Always the same for the same card; null where the provider does not tell cards apart. Never kept as it is. */
  cardFingerprint: string | null;
}

export interface CreateCheckoutRequest {
  paymentId: string;
  key: string;
  amountMinor: number;
  currency: Currency;
  locale: Locale;
  /** Absolute addresses of our own pages. */
  returnUrl: string;
  cancelUrl: string;
  email: string | null;
  /** Nobody knows the payer's address yet: the page has to ask for it. */
  requestsEmail?: boolean;
  description: string;
  /** The client's account at the provider; null: the only one. */
  account: string | null;
  expiresAt: Date;
}

/**
 * A payment provider. Keys are `{step}:{paymentId}:{n}` and stored before the call.
 * @throws ProviderUnavailable when the outcome is unknown: `read()` before doing anything else.
 * @throws ProviderFailed when the provider has answered with an error, which it keeps under the key.
 */
export interface Payments extends Payouts {
  name: string;
  /** Where the card is entered, as the address bar shows it: a host, or a path of ours. */
  host: string;
  /** Origins the browser may be sent to by a form: goes into CSP form-action. */
  redirectOrigins: readonly string[];
  /** The smallest capturable amount and the step an amount must be a multiple of, in minor units. */
  limits(currency: Currency): { minMinor: number; stepMinor: number };
  /**
   * What the pages of an account take, as far as is known: nobody waits for it. null: the only account. A provider that does
   * not tell takes cards. Empty: cards are switched off at the provider, so that no page opens.
   */
  methods?(account: string | null): readonly PaymentMethod[];
  /** Opens the page on which a card is entered. Idempotent per payment: the same id gives the same page. */
  createCheckout(request: CreateCheckoutRequest): Promise<{ ref: string; url: string }>;
  /** The provider's state now; every return, webhook and sweep ends here. */
  read(ref: string): Promise<Hold>;
  /** Takes the amount and releases the rest; answers the provider's state, also when another call was faster. */
  capture(request: { ref: string; amountMinor: number; key: string }): Promise<Hold>;
  /** Closes a page that nobody has paid on. Never touches a hold, however late the call arrives; answers the provider's state. */
  close(request: { ref: string; key: string }): Promise<Hold>;
  /** Voids the hold, or closes the unpaid page; answers the provider's state. */
  release(request: { ref: string; key: string }): Promise<Hold>;
  /** Refunds captured money, once per key. A provider can refund twice, so a lost answer is asked for with the same key. */
  refund(request: { ref: string; amountMinor: number; key: string }): Promise<Hold>;
  /** Resolves when the provider answers and accepts our key: a cheap call that moves no money and concerns no driver. */
  health(): Promise<void>;
}

/** The outcome of a call is unknown, or it should be tried later. */
export class ProviderUnavailable extends Error {
  override name: string = 'ProviderUnavailable';
}

/**
 * The provider has answered with an error, or in a way that cannot be used; the key of the call is used up. What became of
 * the money is not known by that, so `read()` comes first here too. The message is the provider's code, never its text.
 */
export class ProviderFailed extends ProviderUnavailable {
  override name = 'ProviderFailed';
}

export interface MailAttachment {
  fileName: string;
  contentType: string;
  content: Uint8Array;
}

export interface Email {
  to: string;
  /** Whom it is from: the brand, at the app's own address. */
  fromName: string;
  /** Where an answer goes; null: to the sender. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  attachments: readonly MailAttachment[];
  /** The same e-mail has the same key, however often it is sent. */
  key: string;
}

/** The server of the mailbox will not have it, now or later. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

export interface Mail {
  /** The address that e-mails come from; missing: it is not told. */
  sender?: string;
  /** @throws MailRefused when there is no such mailbox, as far as its server says so at once */
  send(request: Email): Promise<void>;
}

/** A device at the push service of its browser, as the browser tells it (Push API). */
export interface PushDevice {
  endpoint: string;
  /** Its public key and its secret, base64url. */
  p256dh: string;
  auth: string;
}

export interface SendPushRequest {
  device: PushDevice;
  /** Read by nobody on the way. */
  payload: string;
  /** For how long it is worth anything. */
  ttlS: number;
  /** A later message of the same topic takes the place of one that has not arrived yet; at most 32 letters of base64url. */
  topic: string;
  isUrgent: boolean;
}

/**
 * 'taken': the push service has it. 'gone': there is no such device any more. 'later': it was certainly not taken.
 * 'unknown': it may have been. 'refused': the service does not want it, now or later.
 */
export type PushOutcome = 'taken' | 'gone' | 'later' | 'unknown' | 'refused';

/** Messages to devices. Nothing of it throws: a push service that fails concerns nobody else. */
export interface Push {
  /** Whom devices let write to them, base64url. */
  publicKey: string;
  /** Whether it is at a push service that we know, and has usable keys. */
  accepts(device: PushDevice): boolean;
  send(request: SendPushRequest): Promise<PushOutcome>;
}

/** 'not-checked': the authority was not asked, or did not answer. */
export type VatVerdict = 'valid' | 'unknown' | 'not-checked';

/** The authority's register of VAT IDs. It never throws: an authority that cannot be asked has not checked. */
export interface VatRegister {
  /** @param ask.vatId as authorities write it: 'DE123456789'. @param ask.country ISO 3166-1 alpha-2, lower case. */
  check(request: { vatId: string; country: string }): Promise<VatVerdict>;
}

/** Public holidays of a region: `isHoliday('2026-12-25', 'DE-BY')`. */
export interface Holidays {
  isHoliday(day: string, region: string): boolean;
}

/** An adapter's own small state: one table in the same database, one namespace for each adapter. */
export interface KeyValueStore {
  get(key: string): Promise<unknown>;
  /** What is kept under each of these keys; those of which nothing is kept are left out. */
  getSome(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  put(key: string, json: unknown): Promise<void>;
  /**
   * Puts what `work` makes of what is kept, null of nothing; no other change comes between, and `work` may be asked again. What is
   * not different is not written. Answers what is kept then; where `work` answers null, that is as it was.
   */
  change(key: string, work: (known: unknown) => unknown): Promise<unknown>;
  delete(key: string): Promise<void>;
  list(prefix: string): Promise<readonly { key: string; json: unknown }[]>;
  /** As `list`, without what is kept there: for prefixes of very many, some at a time. */
  listKeys(prefix: string, some?: SomeKeys): Promise<readonly string[]>;
}

/** The first keys of many, in the order of their letters. */
export interface SomeKeys {
  limit: number;
  /** Only those behind this one. */
  after?: string | undefined;
}

/** Where the pages of documents lie cannot be reached, or refuses. What was asked may have been done. */
export class DocumentFilesUnavailable extends Error {
  override name = 'DocumentFilesUnavailable';
}

/** Where the drawn pages of documents lie, by the documents' ids. @throws DocumentFilesUnavailable, unless it is the database */
export interface DocumentFiles {
  name: string;
  get(id: string): Promise<Uint8Array | null>;
  /**
   * Keeps the bytes unless some are kept already: the first ones stay for ever. Answers whether these are the first. When it
   * resolves, a power cut loses nothing.
   */
  put(id: string, bytes: Uint8Array): Promise<boolean>;
  /** Of what is not there, nothing. */
  remove(id: string): Promise<void>;
  /** Resolves when it answers; missing: it is no other system. */
  check?(): Promise<void>;
}

/** The same below every place, so that one can be copied. In hexadecimal: some file systems ignore capitals. Millions come. */
export function documentPath(id: string): string {
  const name = Buffer.from(id).toString('hex');
  return `${name.slice(0, 4)}/${name}.pdf`;
}

/** Draws the page of a document with its attachments. The same document always gives the same bytes. */
export type DrawPage = (document: InvoiceDocument, signedValues: readonly SignedValue[]) => Promise<Uint8Array>;

/** What a label is made for. */
export interface LabelPlug {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
}

/** Draws labels to print. @param ask.origin where drivers reach us: 'https://laden.example' */
export type DrawLabels = (request: { plugs: readonly LabelPlug[]; origin: string }) => Promise<Uint8Array>;

/** A text in a language, for documents and e-mails. */
export type Translator = (locale: Locale, key: string, values?: Readonly<Record<string, string | number>>) => string;
