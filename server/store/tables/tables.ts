import type { Generated } from 'kysely';
import type { Battery, CancelReason, SessionState } from '../../../shared/charging/session.ts';
import type { ContactForm } from '../../../shared/forms/contact.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { Bill } from '../../../shared/model/tariff.ts';
import type { Goal } from '../../../shared/price/progress.ts';
import type { StationAddress } from '../../core/ports/stationPort.ts';
import type { BillReview, RefusedReading } from '../../core/records/billReview.ts';
import type { Agreed } from '../../core/records/records.ts';
import type {
  ClientsTable,
  ImportTables,
  PlugTables,
  PointsTable,
  PUSHED_LOCATION,
  TariffPeriodsTable,
  TariffsTable,
  UsedCodesTable,
} from './catalogueTables.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { json, named, nullable, text, time, whole } from './columns.ts';
import type { API_TOKEN, OPERATOR_ACT, SIGN_IN } from './consoleTables.ts';
import type { BookTables, DOCUMENT, DocumentFilesTable, REFUND, REFUND_REQUEST } from './ledgerTables.ts';
import type { READING, SIGNED_VALUE } from './meterTables.ts';
import type {
  AUDIT_ENTRY,
  CONNECTION_LEASE,
  CountersTable,
  FaultTables,
  InboxTable,
  KeyValuesTable,
  PushTables,
  StationLogTables,
  WITHDRAWAL,
} from './otherTables.ts';
import type { WebhookTables } from './webhookTables.ts';

// Tables of orders, payments, sessions and jobs. columns.ts defines the types of columns. Amounts are in minor units.

export type OrderState = 'open' | 'held' | 'over';

export const ORDER = {
  id: text(),
  formToken: named('intent', text()),
  clientId: text(),
  evseId: text(),
  connector: text(),
  tariffId: text(),
  tariffVersion: text(),
  currency: text<Currency>(),
  /** Amount of the hold. Null for free charging. */
  limitMinor: nullable(whole()),
  /** Contact details of the driver. They are deleted after the retention time of the brand. */
  contact: json<ContactForm>(),
  /** E-mail address in lower case, for the limits of free charging. Deleted together with `contact`. */
  email: text(),
  /** Fingerprint of the visitor's network, for limits against abuse. Deleted after a day. */
  visitor: text(),
  /** Texts that the driver has accepted, with hash, version, language and time. */
  consents: json<Agreed>(),
  locale: text<Locale>(),
  /**
   * Hash of the ordered connector, contact details, tariff, language and limit. It distinguishes a repeated order from a changed
   * one.
   */
  fingerprint: text(),
  /** Id of the current payment. Null for free charging. */
  paymentId: nullable(text()),
  state: text<OrderState>(),
  why: nullable(text<CancelReason>()),
  createdAt: time(),
};
export interface OrderRecord extends RecordOf<typeof ORDER> {}

export type PaymentState =
  | 'created'
  | 'pending'
  | 'authorised'
  | 'capturing'
  | 'captured'
  | 'capture_failed'
  | 'releasing'
  | 'released'
  | 'expired';

export const PAYMENT = {
  id: text(),
  orderId: text(),
  clientId: text(),
  ref: nullable(text()),
  url: nullable(text()),
  state: text<PaymentState>(),
  currency: text<Currency>(),
  amountMinor: whole(),
  /** Amount of the bill, which will be captured from the hold. Null: there is no bill yet. */
  captureMinor: nullable(whole()),
  capturedMinor: nullable(whole()),
  refundedMinor: whole(),
  cardDigits: json<readonly string[]>(),
  cardBrand: nullable(text()),
  /** Fingerprint of the card, for limits against abuse. Deleted a day after the settlement. Empty: unknown or deleted. */
  cardKey: text(),
  /** Time at which the amount was waived, because the session was too small to be charged. Null: not waived. */
  waivedAt: nullable(time()),
  createdAt: time(),
  /** Time at which the payment page closes. */
  expiresAt: time(),
  authorisedAt: nullable(time()),
  captureBefore: nullable(time()),
  settledAt: nullable(time()),
  /** The n of the next idempotency key. Increases only after the app has read the payment's state from the payment provider. */
  keyN: whole(),
  /** Time at which the app reads the state from the payment provider again. Null: never. */
  nextCheckAt: nullable(time()),
  version: whole(),
};
export interface PaymentRecord extends RecordOf<typeof PAYMENT> {}

export const SESSION = {
  id: text(),
  watchId: text(),
  number: whole(),
  orderId: text(),
  clientId: text(),
  evseId: text(),
  connector: text(),
  authorizationReference: named('start_id', text()),
  state: text<SessionState>(),
  why: nullable(text<CancelReason>()),
  version: whole(),
  createdAt: time(),
  startBy: nullable(time()),
  startedAt: nullable(time()),
  endedAt: nullable(time()),
  stopRequestedAt: nullable(time()),
  stopAcceptedAt: nullable(time()),
  stopReason: nullable(text<'driver' | 'operator' | 'limit' | 'unreported' | 'goal' | 'late-start' | 'hold-expiry'>()),
  energyWh: whole(),
  powerW: whole(),
  /** The final bill. Null: it was not calculated yet, because the last meter value is missing or staff must decide. */
  bill: nullable(json<Bill>()),
  totalMinor: nullable(whole()),
  nextCheckAt: nullable(time()),
  /** Address of the connector at the time of the order. Null in rows of an earlier version: the point has the address. */
  station: nullable(json<StationAddress>()),
  /** Time at which the station last refused to stop. Null: it never refused, or it has accepted a stop since. */
  stopRefusedAt: nullable(time()),
  /** Last reported charge level of the vehicle's battery. Null: not reported. */
  battery: nullable(json<Battery>()),
  /** Why staff must decide about the bill. Null: no decision is needed. */
  review: nullable(json<BillReview>()),
  /** Number of the CPO's invoice, if the CPO invoices the driver. Null: the brand's operator issues the invoice. */
  invoiceReference: nullable(text()),
  /**
   * Increases when a meter reading before the latest one is added or changed. Cached prices with a lower revision are invalid.
   */
  meterRevision: whole(),
  /** The driver's goal for this session, such as an amount of energy. Null: no goal is set. */
  goal: nullable(json<Goal>()),
  /**
   * A rejected meter reading, higher than the connector can deliver. Null: there was none, or a plausible meter reading has
   * arrived since.
   */
  refused: nullable(json<RefusedReading>()),
  /** Maximum energy in Wh that flowed before the first billed meter value. Null: unknown. */
  unbilledWh: nullable(whole()),
};
export interface SessionRecord extends RecordOf<typeof SESSION> {}

export type OutboxKind =
  | 'start'
  | 'start-timeout'
  | 'cancel-start'
  | 'stop'
  | 'unlock'
  | 'bill'
  | 'capture'
  | 'release'
  | 'refund'
  | 'tell-payment'
  | 'draw-document'
  | 'mail-started'
  | 'mail-receipt'
  | 'mail-nothing'
  | 'mail-blocking'
  | 'mail-withdrawal'
  | 'mail-company'
  | 'mail-refund'
  | 'mail-fault'
  | 'forward-receipts'
  | 'notify-free'
  | 'push-device'
  | 'push-paused'
  | 'push-fee'
  | 'read-payouts'
  | 'read-payout-rows'
  | 'send-webhook';

export const OUTBOX = {
  id: whole(),
  kind: text<OutboxKind>(),
  subjectId: text(),
  n: whole(),
  notBefore: time(),
  /** Original due time of the job. `notBefore` changes with each retry, but this time does not. */
  firstDueAt: time(),
  claimedUntil: nullable(time()),
  claimId: nullable(text()),
  attempts: whole(),
  lastError: nullable(text()),
  doneAt: nullable(time()),
  /** The station whose socket the job needs. Null: any process may run the job. */
  station: nullable(text()),
  /** Id of the HTTP request that caused the job. Null: none. */
  correlation: nullable(text()),
};
export interface OutboxRecord extends RecordOf<typeof OUTBOX> {}

/** A row of a table whose ids the database assigns. */
type Numbered<Row> = Omit<Row, 'id'> & { id: Generated<number> };

export interface Tables extends BookTables, FaultTables, ImportTables, PlugTables, PushTables, StationLogTables, WebhookTables {
  clients: ClientsTable;
  points: PointsTable;
  tariffs: TariffsTable;
  tariff_periods: TariffPeriodsTable;
  pushed_locations: RowOf<typeof PUSHED_LOCATION>;
  used_codes: UsedCodesTable;
  orders: RowOf<typeof ORDER>;
  payments: RowOf<typeof PAYMENT>;
  sessions: RowOf<typeof SESSION>;
  meter_values: RowOf<typeof READING> & { session_id: string };
  /** `n` is the position in the order of arrival. */
  signed_values: RowOf<typeof SIGNED_VALUE> & { session_id: string; n: number };
  documents: RowOf<typeof DOCUMENT>;
  document_files: DocumentFilesTable;
  withdrawals: RowOf<typeof WITHDRAWAL>;
  refunds: RowOf<typeof REFUND>;
  refund_requests: RowOf<typeof REFUND_REQUEST>;
  outbox: Numbered<RowOf<typeof OUTBOX>>;
  inbox: InboxTable;
  key_values: KeyValuesTable;
  audit: Numbered<RowOf<typeof AUDIT_ENTRY> & { what: string }>;
  counters: CountersTable;
  connection_leases: RowOf<typeof CONNECTION_LEASE>;
  operator_sign_ins: RowOf<typeof SIGN_IN>;
  api_tokens: RowOf<typeof API_TOKEN>;
  operator_acts: Numbered<RowOf<typeof OPERATOR_ACT>>;
}
