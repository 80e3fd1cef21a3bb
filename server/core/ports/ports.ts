import type { PaymentMethod } from '../../../shared/charging/charging.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { ClientRecord, ConnectorRecord, InvoiceDocument, PointRecord } from '../records/records.ts';
import type { Payouts } from './payoutPort.ts';
import type { SignedValue } from './stationPort.ts';

/** The clock. The operator module reads time only from here, so that tests and the simulator can run faster than real time. */
export interface Clock {
  now(): Date;
  /** Resolves at `at`, or earlier if `signal` aborts. */
  sleepUntil(at: Date, signal: AbortSignal): Promise<void>;
}

export type HoldState = 'open' | 'authorised' | 'captured' | 'released' | 'expired';

/** The provider's state of one hold, which overrides every other report. Amounts in minor units. */
export interface Hold {
  ref: string;
  state: HoldState;
  currency: Currency;
  authorisedMinor: number;
  capturedMinor: number;
  refundedMinor: number;
  /** The idempotency keys of our refunds that were executed. Absent: the provider does not list them. */
  refundKeys?: readonly string[];
  isDisputed: boolean;
  /** 'won': the disputed money is ours again. Absent or null: no dispute, or the provider does not report the state. */
  dispute?: { state: 'open' | 'won' | 'lost'; amountMinor: number } | null;
  /** The time at which the hold expires. Null unless the hold is authorised. */
  captureBefore: Date | null;
  /** All numbers by which the payer may know the card: the printed last four digits, and those of the wallet's device number. */
  cardDigits: readonly string[];
  cardBrand: string | null;
  /** The e-mail address that the payer entered on the payment page. Absent or null: unknown. */
  payerEmail?: string | null;
  /** The same for every payment with this card. Null: the provider has no fingerprint. Only a hash of the value is stored. */
  cardFingerprint: string | null;
}

export interface CreateCheckoutRequest {
  paymentId: string;
  key: string;
  amountMinor: number;
  currency: Currency;
  locale: Locale;
  /** Absolute addresses of our pages. */
  returnUrl: string;
  cancelUrl: string;
  email: string | null;
  /** True: the payment page must request an e-mail address, because none is known yet. */
  requestsEmail?: boolean;
  description: string;
  /** The client's account at the provider. Null: the only account. */
  account: string | null;
  expiresAt: Date;
}

/**
 * A payment provider. Keys are `{step}:{paymentId}:{n}` and are stored before the call.
 * @throws ProviderUnavailable if the outcome is unknown. The caller must call `read()` first.
 * @throws ProviderFailed if the provider has returned an error, which the provider stores under the key
 */
export interface Payments extends Payouts {
  name: string;
  /** The place where the card is entered, as the address bar shows it: a host, or a path of our own site. */
  host: string;
  /** Origins to which a form may redirect the browser. They are added to the CSP directive `form-action`. */
  redirectOrigins: readonly string[];
  /** In minor units: the smallest amount that can be captured, and the step of which each amount must be a multiple. */
  limits(currency: Currency): { minMinor: number; stepMinor: number };
  /**
   * The payment methods of an account, as last read from the provider, without waiting. Null: the only account. A provider
   * without this method accepts cards. Empty: cards are disabled at the provider, so that no payment page can open.
   */
  methods?(account: string | null): readonly PaymentMethod[];
  /** Creates the page on which the card is entered. Idempotent: the same payment id returns the same page. */
  createCheckout(request: CreateCheckoutRequest): Promise<{ ref: string; url: string }>;
  /** Reads the current state at the provider. Every return to our site, webhook and periodic check calls this method. */
  read(ref: string): Promise<Hold>;
  /** Captures the amount and releases the rest. Returns the provider's state, even if another call was faster. */
  capture(request: { ref: string; amountMinor: number; key: string }): Promise<Hold>;
  /** Closes an unpaid page. Never changes a hold, however late the call arrives. Returns the provider's state. */
  close(request: { ref: string; key: string }): Promise<Hold>;
  /** Voids the hold, or closes the unpaid page. Returns the provider's state. */
  release(request: { ref: string; key: string }): Promise<Hold>;
  /** Refunds captured money, once per key. After a lost response, a retry must use the same key to avoid a second refund. */
  refund(request: { ref: string; amountMinor: number; key: string }): Promise<Hold>;
  /** Resolves if the provider responds and accepts our API key. The call moves no money and concerns no driver. */
  health(): Promise<void>;
}

/** The outcome of a call is unknown, or the call must be retried later. */
export class ProviderUnavailable extends Error {
  override name: string = 'ProviderUnavailable';
}

/**
 * The provider has returned an error or an unusable response. The key of the call cannot be used again. The error does not prove
 * what happened to the money, so call `read()` first. The message is the provider's code, never its text.
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
  /** Name of the sender: the brand, with the app's own address. */
  fromName: string;
  /** The address for replies. Null: the sender. */
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  attachments: readonly MailAttachment[];
  /** The same e-mail has the same key at every attempt. */
  key: string;
}

/** The mail server refuses the e-mail permanently. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

export interface Mail {
  /** The sender address of all e-mails. Absent: unknown. */
  sender?: string;
  /** @throws MailRefused if there is no such mailbox and the server reports that at once */
  send(request: Email): Promise<void>;
}

/** A device at the push service of its browser (Push API). */
export interface PushDevice {
  endpoint: string;
  /** The device's public key and shared secret, base64url. */
  p256dh: string;
  auth: string;
}

export interface SendPushRequest {
  device: PushDevice;
  /** Encrypted, so that the push service cannot read the payload. */
  payload: string;
  /** The push service drops the message after this time. */
  ttlS: number;
  /** A later message with the same topic replaces an undelivered one. At most 32 characters of base64url. */
  topic: string;
  isUrgent: boolean;
}

/**
 * 'taken': the push service has the message. 'gone': the device does not exist any more. 'later': certainly not accepted, retry.
 * 'unknown': possibly accepted. 'refused': refused permanently.
 */
export type PushOutcome = 'taken' | 'gone' | 'later' | 'unknown' | 'refused';

/** Sends push messages to devices. No method throws, so a failing push service affects nothing else. */
export interface Push {
  /** The public key to which devices grant the permission to send messages (VAPID), base64url. */
  publicKey: string;
  /** True if the device belongs to a known push service and has valid keys. */
  accepts(device: PushDevice): boolean;
  send(request: SendPushRequest): Promise<PushOutcome>;
}

/** 'not-checked': no request was made to the authority, or the authority did not respond. */
export type VatVerdict = 'valid' | 'unknown' | 'not-checked';

/** The authority's register of VAT IDs. Never throws: if the authority is unavailable, the result is 'not-checked'. */
export interface VatRegister {
  /** `vatId` in the authorities' notation: 'DE123456789'. `country`: ISO 3166-1 alpha-2, lower case. */
  check(request: { vatId: string; country: string }): Promise<VatVerdict>;
}

/** Public holidays of a region: `isHoliday('2026-12-25', 'DE-BY')`. */
export interface Holidays {
  isHoliday(day: string, region: string): boolean;
}

/** A small store for the state of one adapter. All adapters share one table, with one namespace each. */
export interface KeyValueStore {
  get(key: string): Promise<unknown>;
  /** The stored values of these keys. Keys without a value are left out. */
  getSome(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  put(key: string, json: unknown): Promise<void>;
  /**
   * Replaces a value by the result of `work`, which receives the current value or null. `work` may run several times, because no
   * other change may come between. An equal value is not written. Returns the stored value, unchanged if `work` returns null.
   */
  change(key: string, work: (known: unknown) => unknown): Promise<unknown>;
  delete(key: string): Promise<void>;
  list(prefix: string): Promise<readonly { key: string; json: unknown }[]>;
  /** Like `list` without the values, for prefixes with very many keys. `some` selects one page. */
  listKeys(prefix: string, some?: SomeKeys): Promise<readonly string[]>;
}

/** One page of keys in byte order. */
export interface SomeKeys {
  limit: number;
  /** Only keys after this one. */
  after?: string | undefined;
}

/** The storage of documents is unreachable or refuses a request. The request may have been executed. */
export class DocumentFilesUnavailable extends Error {
  override name = 'DocumentFilesUnavailable';
}

/** The storage of rendered documents, by document id. Throws DocumentFilesUnavailable, except for storage in the database. */
export interface DocumentFiles {
  name: string;
  get(id: string): Promise<Uint8Array | null>;
  /**
   * Stores the bytes unless the id already has bytes: the first bytes stay permanently. Returns true if these are the first. The
   * bytes are durable once the promise resolves.
   */
  put(id: string, bytes: Uint8Array): Promise<boolean>;
  /** Does nothing if the id has no bytes. */
  remove(id: string): Promise<void>;
  /** Resolves if the storage responds. Absent: the storage is no separate system. */
  check?(): Promise<void>;
}

/** The path is the same in every storage, so that files can be copied. Hex, because some file systems ignore case. */
export function documentPath(id: string): string {
  const name = Buffer.from(id).toString('hex');
  return `${name.slice(0, 4)}/${name}.pdf`;
}

/** Renders a document as PDF with attachments. The same document always gives the same bytes. */
export type DrawPage = (document: InvoiceDocument, signedValues: readonly SignedValue[]) => Promise<Uint8Array>;

/** The content of one label. */
export interface LabelPlug {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
}

/** Renders labels to print. `origin`: the origin of our pages, such as 'https://laden.example'. */
export type DrawLabels = (request: { plugs: readonly LabelPlug[]; origin: string }) => Promise<Uint8Array>;

/** Returns a text in a language, for documents and e-mails. */
export type Translator = (locale: Locale, key: string, values?: Readonly<Record<string, string | number>>) => string;
