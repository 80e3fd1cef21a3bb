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
  TARIFF,
  TariffPeriodsTable,
  UsedCodesTable,
} from './catalogueTables.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { json, named, nullable, text, time, whole } from './columns.ts';
import type { OPERATOR_ACT, SIGN_IN } from './consoleTables.ts';
import type { BookTables, DocumentFilesTable, DocumentsTable, REFUND, REFUND_REQUEST } from './ledgerTables.ts';
import type { READING, SIGNED_VALUE } from './meterTables.ts';
import type { AUDIT_ENTRY, CountersTable, HELD_STATION, InboxTable, PushTables, ShelfTable, WITHDRAWAL } from './otherTables.ts';

// What a column is called here, and what it is kept as, columns.ts says. Money is minor units.

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
  /** The exact hold; null for free charging. */
  limitMinor: nullable(whole()),
  /** Emptied when the client's retention time is over. */
  contact: json<ContactForm>(),
  /** E-mail in lower case, for the limits of free charging; emptied with `contact`. */
  email: text(),
  /** Fingerprint of the network that the order came from, for limits; empty after a day. */
  visitor: text(),
  /** What was agreed: hash, version and language of each text, and the time. */
  consents: json<Agreed>(),
  locale: text<Locale>(),
  /** Of everything the visitor chose and typed: tells a repeat from a changed order. */
  fingerprint: text(),
  /** The payment that counts; null for free charging. */
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
  /** What the bill takes from the hold; set when the bill is made. */
  captureMinor: nullable(whole()),
  capturedMinor: nullable(whole()),
  refundedMinor: whole(),
  cardDigits: json<readonly string[]>(),
  cardBrand: nullable(text()),
  /** Fingerprint of the card, for limits; empty where it is not told, and a day after the money is settled. */
  cardKey: text(),
  /** When its session turned out too small to be charged. */
  waivedAt: nullable(time()),
  createdAt: time(),
  /** When the provider's page closes by itself. */
  expiresAt: time(),
  authorisedAt: nullable(time()),
  captureBefore: nullable(time()),
  settledAt: nullable(time()),
  /** The n of the next key of a step; rises only after a read(). */
  keyN: whole(),
  /** When the sweeper reads the provider's state again; null: never. */
  lookAt: nullable(time()),
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
  stopAskedAt: nullable(time()),
  stopAcceptedAt: nullable(time()),
  stopReason: nullable(text<'driver' | 'operator' | 'limit' | 'unreported' | 'goal' | 'late-start' | 'hold-expiry'>()),
  energyWh: whole(),
  powerW: whole(),
  /** The final bill; null until the last meter value has arrived. */
  bill: nullable(json<Bill>()),
  totalMinor: nullable(whole()),
  lookAt: nullable(time()),
  /** As it was when the session was ordered; null: ordered before it was kept, so the point's counts. */
  station: nullable(json<StationAddress>()),
  /** When the station last refused to stop; null: it has not, or has accepted since. */
  stopRefusedAt: nullable(time()),
  /** Battery as the vehicle told it last. */
  battery: nullable(json<Battery>()),
  /** Why its bill waits for a person; null: it does not, or somebody has decided. */
  review: nullable(json<BillReview>()),
  /** What the station's source calls its invoice, where it was agreed that it writes one; null: we do. */
  invoiceReference: nullable(text()),
  /** Rises when a reading before the latest one is added or changed: what was priced up to there no longer holds. */
  meterRevision: whole(),
  /** Where its driver wants it to end; null: anywhere. */
  goal: nullable(json<Goal>()),
  /** The meter value that its plug cannot have delivered, until a possible one comes; null: none. */
  refused: nullable(json<RefusedReading>()),
  /** At most so much flowed before the value that it is billed from; null: nothing is known of it. */
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
  | 'forward-receipts'
  | 'push'
  | 'push-device'
  | 'push-paused'
  | 'push-fee'
  | 'read-payouts'
  | 'read-payout-rows';

export const OUTBOX = {
  id: whole(),
  kind: text<OutboxKind>(),
  subjectId: text(),
  n: whole(),
  notBefore: time(),
  /** When it was due at first: `notBefore` moves with every try. Null: written by the version before. */
  firstDueAt: nullable(time()),
  claimedUntil: nullable(time()),
  claimId: nullable(text()),
  attempts: whole(),
  lastError: nullable(text()),
  doneAt: nullable(time()),
  /** Whose socket it needs; null: any process may do it. */
  station: nullable(text()),
  /** The request that has caused it; null: none. */
  correlation: nullable(text()),
};
export interface OutboxRecord extends RecordOf<typeof OUTBOX> {}

/** The database gives each row its id. */
type Numbered<Row> = Omit<Row, 'id'> & { id: Generated<number> };

export interface Tables extends BookTables, ImportTables, PlugTables, PushTables {
  clients: ClientsTable;
  points: PointsTable;
  tariffs: RowOf<typeof TARIFF>;
  tariff_periods: TariffPeriodsTable;
  told_locations: RowOf<typeof PUSHED_LOCATION>;
  used_codes: UsedCodesTable;
  orders: RowOf<typeof ORDER>;
  payments: RowOf<typeof PAYMENT>;
  sessions: RowOf<typeof SESSION>;
  meter_values: RowOf<typeof READING> & { session_id: string };
  /** `n`: in the order of their coming. */
  signed_values: RowOf<typeof SIGNED_VALUE> & { session_id: string; n: number };
  documents: DocumentsTable;
  document_files: DocumentFilesTable;
  withdrawals: RowOf<typeof WITHDRAWAL>;
  refunds: RowOf<typeof REFUND>;
  refund_requests: RowOf<typeof REFUND_REQUEST>;
  outbox: Numbered<RowOf<typeof OUTBOX>>;
  inbox: InboxTable;
  shelf: ShelfTable;
  audit: Numbered<RowOf<typeof AUDIT_ENTRY> & { what: string }>;
  counters: CountersTable;
  held_stations: RowOf<typeof HELD_STATION>;
  operator_sign_ins: RowOf<typeof SIGN_IN>;
  operator_acts: Numbered<RowOf<typeof OPERATOR_ACT>>;
}
