import type { Generated } from 'kysely';
import type { CancelReason, SessionState } from '../../../../shared/session.ts';
import type { DocumentsTable, RefundsTable } from './bookTables.ts';
import type {
  ClientsTable,
  PlugsTable,
  PointsTable,
  TariffPeriodsTable,
  TariffsTable,
  ToldLocationsTable,
} from './catalogueTables.ts';
import type { AuditTable, CountersTable, InboxTable, ShelfTable } from './smallTables.ts';

// Times are epoch milliseconds, money is minor units, booleans are 0 or 1, JSON is text: what both engines share.

/** A JSON text column; parsed and written by the noun's own file. */
type Json = string;
type Flag = 0 | 1;

export type OrderState = 'open' | 'held' | 'over';

export interface OrdersTable {
  id: string;
  intent: string;
  client_id: string;
  evse_id: string;
  connector: string;
  tariff_id: string;
  tariff_version: string;
  currency: string;
  /** The exact hold; null for free charging. */
  limit_minor: number | null;
  /** ContactForm; emptied when the client's retention time is over. */
  contact: Json;
  /** E-mail in lower case, for the limits of free charging; emptied with `contact`. */
  email: string;
  /** Fingerprint of the network that the order came from, for limits; empty after a day. */
  visitor: string;
  /** What was agreed: hash, version and language of each text, and the time. */
  consents: Json;
  locale: string;
  /** Of everything the visitor chose and typed: tells a repeat from a changed order. */
  fingerprint: string;
  /** The payment that counts; null for free charging. */
  payment_id: string | null;
  state: OrderState;
  why: CancelReason | null;
  created_at: number;
}

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

export interface PaymentsTable {
  id: string;
  order_id: string;
  client_id: string;
  ref: string | null;
  url: string | null;
  state: PaymentState;
  currency: string;
  amount_minor: number;
  /** What the bill takes from the hold; set when the bill is made. */
  capture_minor: number | null;
  captured_minor: number | null;
  refunded_minor: number;
  card_digits: Json;
  card_brand: string | null;
  /** Fingerprint of the card, for limits; empty where it is not told, and a day after the money is settled. */
  card_key: string;
  /** When its session turned out too small to be charged. */
  waived_at: number | null;
  created_at: number;
  /** When the provider's page closes by itself. */
  expires_at: number;
  authorised_at: number | null;
  capture_before: number | null;
  settled_at: number | null;
  /** The n of the next key of a step; rises only after a read(). */
  key_n: number;
  /** When the sweeper reads the provider's state again; null: never. */
  look_at: number | null;
  version: number;
}

export interface SessionsTable {
  id: string;
  watch_id: string;
  number: number;
  order_id: string;
  client_id: string;
  evse_id: string;
  connector: string;
  start_id: string;
  state: SessionState;
  why: CancelReason | null;
  version: number;
  created_at: number;
  start_by: number | null;
  started_at: number | null;
  ended_at: number | null;
  stop_asked_at: number | null;
  stop_accepted_at: number | null;
  stop_reason: 'driver' | 'operator' | 'limit' | 'late-start' | 'hold-expiry' | null;
  energy_wh: number;
  power_w: number;
  /** The final bill; null until the last meter value has arrived. */
  bill: Json | null;
  total_minor: number | null;
  look_at: number | null;
  /** StationAddress as it was when the session was ordered; null: ordered before it was kept, so the point's counts. */
  station: Json | null;
  /** When the station last refused to stop; null: it has not, or has accepted since. */
  stop_refused_at: number | null;
  /** Battery as the vehicle told it last. */
  battery: Json | null;
  /** Rises when a reading before the latest one is added or changed: what was priced up to there no longer holds. */
  meter_revision: Generated<number>;
}

export interface MeterValuesTable {
  session_id: string;
  at: number;
  energy_wh: number;
  power_w: number;
  is_charging: Flag;
}

export interface SignedValuesTable {
  session_id: string;
  n: number;
  format: string;
  context: string | null;
  data: string;
  public_key: string | null;
}

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
  | 'draw-document'
  | 'mail-started'
  | 'mail-receipt'
  | 'mail-nothing'
  | 'mail-blocking'
  | 'mail-withdrawal'
  | 'mail-company'
  | 'mail-refund';

export interface OutboxTable {
  id: Generated<number>;
  kind: OutboxKind;
  subject_id: string;
  n: number;
  not_before: number;
  /** When it was due at first: `not_before` moves with every try. Null: written by the version before. */
  first_due_at: number | null;
  claimed_until: number | null;
  claim_id: string | null;
  attempts: number;
  last_error: string | null;
  done_at: number | null;
}

/** A driver's declaration to withdraw from the contract of a session: at most one for each, and never changed. */
export interface WithdrawalsTable {
  id: string;
  session_id: string;
  name: string;
  email: string;
  locale: string;
  received_at: number;
}

export interface Tables {
  clients: ClientsTable;
  points: PointsTable;
  tariffs: TariffsTable;
  tariff_periods: TariffPeriodsTable;
  plugs: PlugsTable;
  told_locations: ToldLocationsTable;
  orders: OrdersTable;
  payments: PaymentsTable;
  sessions: SessionsTable;
  meter_values: MeterValuesTable;
  signed_values: SignedValuesTable;
  documents: DocumentsTable;
  withdrawals: WithdrawalsTable;
  refunds: RefundsTable;
  outbox: OutboxTable;
  inbox: InboxTable;
  shelf: ShelfTable;
  audit: AuditTable;
  counters: CountersTable;
}
