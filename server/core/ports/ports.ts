import type { PaymentMethod } from '../../../shared/charging/charging.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { ClientRecord, ConnectorRecord, InvoiceDocument, PointRecord } from '../records/records.ts';
import type { Payouts } from './payoutPort.ts';
import type { SignedValue } from './stationPort.ts';

/** The clock. The app's `Operator` reads the time only here, so that tests and the simulator can run faster than real time. */
export interface Clock {
  now(): Date;
  /** Resolves at `at`, or earlier if `signal` aborts. */
  sleepUntil(at: Date, signal: AbortSignal): Promise<void>;
}

export type HoldState = 'open' | 'authorised' | 'captured' | 'released' | 'expired';

/** State of a hold at the payment provider, in minor units. If any other report contradicts it, this state applies. */
export interface Hold {
  ref: string;
  state: HoldState;
  currency: Currency;
  authorisedMinor: number;
  capturedMinor: number;
  refundedMinor: number;
  /** Idempotency keys of the app's refunds that were executed. Absent: the payment provider does not list them. */
  refundKeys?: readonly string[];
  isDisputed: boolean;
  /** Dispute of the payment. 'won': the operator has got the money back. Absent or null: no dispute is reported. */
  dispute?: { state: 'open' | 'won' | 'lost'; amountMinor: number } | null;
  /** Time at which the hold expires. Null unless the hold is authorised. */
  captureBefore: Date | null;
  /** Last four digits of each number that the payer may know: the card number, and the device number of a wallet. */
  cardDigits: readonly string[];
  cardBrand: string | null;
  /** E-mail address that the payer entered on the payment page. Absent or null: unknown. */
  payerEmail?: string | null;
  /** Value that is the same for all payments with one card. Null: not reported. The app stores only a hash of the value. */
  cardFingerprint: string | null;
}

export interface CreateCheckoutRequest {
  paymentId: string;
  key: string;
  amountMinor: number;
  currency: Currency;
  locale: Locale;
  /** Absolute URL of the app's page to which the payer returns after payment. `cancelUrl`: the page after cancelling. */
  returnUrl: string;
  cancelUrl: string;
  email: string | null;
  /** True if the payment page must ask for an e-mail address, because the app knows none. */
  requestsEmail?: boolean;
  description: string;
  /** The brand's account at the payment provider. Null: there is only one account. */
  account: string | null;
  expiresAt: Date;
}

/**
 * A payment provider. Idempotency keys have the form `{step}:{paymentId}:{n}` and are stored before the call.
 * @throws ProviderUnavailable if the outcome is unknown; the caller must call `read()` first
 * @throws ProviderFailed if the payment provider returned an error, which it repeats for every call with this key
 */
export interface Payments extends Payouts {
  name: string;
  /** Host of the page where the payer enters the card, or the path of that page if it is on our own site. */
  host: string;
  /** Origins to which a form may redirect the browser, for the CSP directive `form-action`. */
  redirectOrigins: readonly string[];
  /** Smallest amount that can be captured, and the step of which each amount must be a multiple. In minor units. */
  limits(currency: Currency): { minMinor: number; stepMinor: number };
  /**
   * Returns the last known payment methods of an account (null: the only account), without a query. If this function is absent,
   * cards are accepted. Empty: cards are disabled at the payment provider, so no payment page can open.
   */
  methods?(account: string | null): readonly PaymentMethod[];
  /** Creates the payment page, on which the payer enters the card. Idempotent: the same payment id gives the same page. */
  createCheckout(request: CreateCheckoutRequest): Promise<{ ref: string; url: string }>;
  /** Reads the current state of a hold. Called after each return of the payer, after each webhook, and by the sweeper. */
  read(ref: string): Promise<Hold>;
  /** Captures the amount and releases the rest. Returns the resulting state, even if an earlier call changed the hold. */
  capture(request: { ref: string; amountMinor: number; key: string }): Promise<Hold>;
  /** Closes an unpaid payment page. Never changes a hold, even if the call arrives late. Returns the resulting state. */
  close(request: { ref: string; key: string }): Promise<Hold>;
  /** Releases the hold, or closes the unpaid payment page. Returns the resulting state. */
  release(request: { ref: string; key: string }): Promise<Hold>;
  /** Refunds captured money, once per key. After a lost response, retry with the same key, so that nothing is refunded twice. */
  refund(request: { ref: string; amountMinor: number; key: string }): Promise<Hold>;
  /** Resolves if the payment provider responds and accepts our API key. Moves no money and concerns no driver. */
  health(): Promise<void>;
}

/** Thrown if the outcome of a call is unknown, or if the call must be retried later. */
export class ProviderUnavailable extends Error {
  override name: string = 'ProviderUnavailable';
}

/**
 * Thrown if the payment provider returned an error or an unusable response. The key cannot be used again. Money may have moved
 * nevertheless, so call `read()` first. The message is the payment provider's error code, never its text.
 */
export class ProviderFailed extends ProviderUnavailable {
  override name = 'ProviderFailed';
}

/** Address of a device at the push service of its browser (Push API). */
export interface PushDevice {
  endpoint: string;
  /** Public key of the device in base64url. `auth`: the shared secret of the device in base64url. */
  p256dh: string;
  auth: string;
}

export interface SendPushRequest {
  device: PushDevice;
  /** Content of the message. It is encrypted for the device, so the push service cannot read it. */
  payload: string;
  /** Number of seconds after which the push service drops an undelivered message. */
  ttlS: number;
  /** A later message with the same topic replaces an undelivered one. At most 32 characters of base64url. */
  topic: string;
  isUrgent: boolean;
}

/**
 * 'taken': accepted by the push service. 'gone': the device no longer exists. 'later': certainly not accepted, retry. 'unknown':
 * possibly accepted. 'refused': refused permanently.
 */
export type PushOutcome = 'taken' | 'gone' | 'later' | 'unknown' | 'refused';

/** Sends push messages to devices. Never throws, so a failing push service affects nothing else. */
export interface Push {
  /** Public VAPID key in base64url. A browser allows messages only from the owner of this key. */
  publicKey: string;
  /** True if the device belongs to a known push service and has valid keys. */
  accepts(device: PushDevice): boolean;
  send(request: SendPushRequest): Promise<PushOutcome>;
}

/** 'not-checked': the tax authority was not asked, or did not respond. */
export type VatVerdict = 'valid' | 'unknown' | 'not-checked';

/** Register of VAT IDs of a tax authority. Never throws: if the authority does not respond, the result is 'not-checked'. */
export interface VatRegister {
  /** `vatId` in the notation of the authority: 'DE123456789'. `country`: ISO 3166-1 alpha-2, lower case. */
  check(request: { vatId: string; country: string }): Promise<VatVerdict>;
}

/** Public holidays of a region: `isHoliday('2026-12-25', 'DE-BY')`. */
export interface Holidays {
  isHoliday(day: string, region: string): boolean;
}

/** Small store for the state of an adapter. All adapters share one table, in which each has its own namespace. */
export interface KeyValueStore {
  get(key: string): Promise<unknown>;
  /** Returns the values of these keys. Keys without a value are left out. */
  getSome(keys: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  put(key: string, json: unknown): Promise<void>;
  /**
   * Replaces a value by the result of `work`, which receives the current value or null. If the value changes meanwhile, `work`
   * runs again. An equal result is not written. If `work` returns null, nothing changes. Returns the stored value.
   */
  change(key: string, work: (known: unknown) => unknown): Promise<unknown>;
  delete(key: string): Promise<void>;
  list(prefix: string): Promise<readonly { key: string; json: unknown }[]>;
  /** Like `list`, but without the values, for prefixes with very many keys. `some` selects one page of keys. */
  listKeys(prefix: string, some?: SomeKeys): Promise<readonly string[]>;
}

/** Selects one page of keys in byte order. */
export interface SomeKeys {
  limit: number;
  /** The page begins after this key. Absent: first page. */
  after?: string | undefined;
}

/** Thrown if the document storage is unreachable or refuses a request. The request may have been executed nevertheless. */
export class DocumentFilesUnavailable extends Error {
  override name = 'DocumentFilesUnavailable';
}

/** Storage of drawn documents by document id. Methods throw DocumentFilesUnavailable, except for storage in the database. */
export interface DocumentFiles {
  name: string;
  get(id: string): Promise<Uint8Array | null>;
  /**
   * Stores the bytes of a document, unless bytes with this id exist already, because stored bytes never change. Returns true if
   * these bytes were stored. They are durable once the promise resolves.
   */
  put(id: string, bytes: Uint8Array): Promise<boolean>;
  /** Removes the bytes of a document. Does nothing if there are none. */
  remove(id: string): Promise<void>;
  /** Resolves if the storage responds. Absent: the storage is part of the database. */
  check?(): Promise<void>;
}

/** Returns a path that is the same in every storage, so that files can be copied. Hex, because some file systems ignore case. */
export function documentPath(id: string): string {
  const name = Buffer.from(id).toString('hex');
  return `${name.slice(0, 4)}/${name}.pdf`;
}

/** Draws a document as PDF with attachments. The same document always gives the same bytes. */
export type DrawPage = (document: InvoiceDocument, signedValues: readonly SignedValue[]) => Promise<Uint8Array>;

/** Content of one printed label of a connector. */
export interface LabelPlug {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
}

/** Draws labels for printing. `origin` is the origin of our pages, such as 'https://laden.example'. */
export type DrawLabels = (request: { plugs: readonly LabelPlug[]; origin: string }) => Promise<Uint8Array>;

/**
 * Decodes a photo of a visitor and draws it again as a JPEG: upright, with at most 1600 pixels on each side and without any
 * metadata. Null: the bytes are no JPEG, PNG or WebP picture, or the picture is damaged or too large to decode.
 * @throws an error if the photo was not drawn, for example because too many are waiting
 */
export type RedrawPhoto = (photo: Uint8Array) => Promise<Uint8Array | null>;

/** Returns a text in a language, for documents and e-mails. */
export type Translator = (locale: Locale, key: string, values?: Readonly<Record<string, string | number>>) => string;
