import type { Engine } from '../../engine/engine.ts';

const BYTES = { sqlite: 'blob', postgres: 'bytea' } as const;
/** Definition of the generated column 'City, street', for the lists of points in the console. */
const PLACE = {
  sqlite: `json_extract(json, '$.city') || ', ' || json_extract(json, '$.street')) virtual`,
  postgres: `(json::jsonb ->> 'city') || ', ' || (json::jsonb ->> 'street')) stored`,
} as const;

/** Returns the SQL that creates the tables of the catalogue, orders, payments, sessions and receipts. */
export const shopTables = (engine: Engine): string => `
create table clients (
  id text not null, json text not null, is_current integer not null,
  constraint clients_key primary key (id)
);
create table points (
  evse_id text not null, compact text not null, client_id text not null, json text not null, is_current integer not null,
  source text not null default 'files', location text, charge_point text, switched_off text,
  place text generated always as (${PLACE[engine]},
  constraint points_key primary key (evse_id),
  constraint points_compact unique (compact)
);
create index points_charge_point on points (charge_point);
create index points_client on points (client_id, is_current, compact);
create index points_listed on points (is_current, compact);
create index points_off on points (compact) where switched_off is not null;
create index points_placed on points (is_current, place, compact);
create index points_source on points (source, location);
create table tariffs (
  id text not null, version text not null, json text not null, source text not null default 'files',
  constraint tariffs_key primary key (id, version)
);
create table tariff_periods (
  tariff_id text not null, valid_from bigint not null, valid_until bigint, version text not null,
  source text not null default 'files',
  constraint tariff_periods_pk primary key (tariff_id, valid_from)
);
create table plugs (
  evse_id text not null, connector text not null, state text not null, updated_at bigint not null, session_id text,
  unlock text,
  constraint plugs_key primary key (evse_id, connector)
);
create table pushed_locations (
  source text not null, location text not null, refused text not null, updated_at bigint not null, remarks text,
  constraint pushed_locations_pk primary key (source, location)
);
create table used_codes (
  evse_id text not null, slot bigint not null, order_id text not null, used_at bigint not null,
  constraint used_codes_pk primary key (evse_id, slot)
);
create table legal_texts (hash text primary key, json text not null);

create table orders (
  id text not null, intent text not null, client_id text not null, evse_id text not null, connector text not null,
  tariff_id text not null, tariff_version text not null, currency text not null, limit_minor bigint, contact text not null,
  email text not null, consents text not null, locale text not null, fingerprint text not null, payment_id text,
  state text not null, why text, created_at bigint not null, visitor text not null default '',
  constraint orders_key primary key (id),
  constraint orders_intent unique (intent)
);
-- Few of all orders still have a contact. The condition stands in contacts.ts literally the same: SQLite compares the texts.
create index orders_contact on orders (client_id, created_at)
  where contact <> '{"firstName":"","lastName":"","email":"","emailConfirmation":""}';
create index orders_email on orders (email, created_at);
create index orders_visitor on orders (visitor, created_at);
create table payments (
  id text not null, order_id text not null, client_id text not null, ref text, url text, state text not null,
  currency text not null, amount_minor bigint not null, capture_minor bigint, captured_minor bigint,
  refunded_minor bigint not null, card_digits text not null, card_brand text, created_at bigint not null,
  expires_at bigint not null, authorised_at bigint, capture_before bigint, settled_at bigint, key_n integer not null,
  next_check_at bigint, version integer not null, card_key text not null default '', waived_at bigint,
  constraint payments_key primary key (id)
);
create index payments_card on payments (card_key, waived_at);
create index payments_found on payments (client_id, captured_minor, created_at);
create index payments_next_check on payments (next_check_at);
create index payments_order on payments (order_id);
create index payments_ref on payments (ref);
create index payments_settled on payments (settled_at);
create index payments_state on payments (state);
create index payments_unsettled on payments (created_at) where state in ('authorised', 'capturing', 'releasing');
create index console_payments_authorised on payments (authorised_at);
create index console_payments_charged on payments (captured_minor, created_at);
create index console_payments_digits on payments (substr(card_digits, 3, 4), created_at);
create index console_payments_refunded on payments (created_at) where refunded_minor > 0;
create table refunds (
  id text not null primary key, payment_id text not null, n integer not null, key_at bigint not null,
  amount_minor bigint not null, reason text not null, state text not null, before_minor bigint, requested_at bigint not null,
  done_at bigint, requested_by text, verify_from bigint, requested_by_account text,
  constraint refunds_payment_n unique (payment_id, n)
);
create index console_refunds_done on refunds (done_at);
create table refund_requests (
  id text primary key, payment_id text not null, amount_minor bigint not null, currency text not null, reason text not null,
  requested_by text not null, requested_at bigint not null, state text not null, decided_by text, decided_at bigint, refund_id text,
  requested_by_account text, decided_by_account text
);
-- At most one of a payment.
create unique index refund_requests_waiting on refund_requests (payment_id) where state = 'waiting';

create table sessions (
  id text not null, watch_id text not null, number bigint not null, order_id text not null, client_id text not null,
  evse_id text not null, connector text not null, start_id text not null, state text not null, why text,
  version integer not null, created_at bigint not null, start_by bigint, started_at bigint, ended_at bigint,
  stop_requested_at bigint, stop_accepted_at bigint, stop_reason text, energy_wh bigint not null, power_w bigint not null,
  bill text, total_minor bigint, next_check_at bigint, meter_revision integer not null default 0, station text,
  stop_refused_at bigint, battery text, review text, invoice_reference text, goal text, refused text, unbilled_wh bigint,
  constraint sessions_key primary key (id),
  constraint sessions_watch_id unique (watch_id),
  constraint sessions_number unique (number),
  constraint sessions_order_id unique (order_id),
  constraint sessions_start_id unique (start_id)
);
create index sessions_next_check on sessions (next_check_at);
create index sessions_plug on sessions (evse_id, connector, state);
create index sessions_state on sessions (state);
create index console_sessions_listed on sessions (created_at, number);
create index console_sessions_point_listed on sessions (evse_id, created_at, number);
create index console_sessions_state_listed on sessions (state, created_at, number);
create table meter_values (
  session_id text not null, at bigint not null, energy_wh bigint not null, power_w bigint not null,
  is_charging integer not null,
  constraint meter_values_key primary key (session_id, at)
);
create table signed_values (
  session_id text not null, n integer not null, format text not null, context text, data text not null, public_key text,
  constraint signed_values_key primary key (session_id, n)
);
create table documents (
  id text not null, session_id text not null, kind text not null, number text not null, issued_at bigint not null,
  json text not null, sha256 text, sequence integer not null default 1, replaces_id text, cancels_id text,
  constraint documents_key primary key (id),
  constraint documents_number unique (number)
);
create index documents_issued on documents (issued_at, id);
create unique index documents_sequence on documents (session_id, sequence);
-- Beside the rows of documents: SQLite reads through all of a row to reach its last columns.
create table document_files (document_id text not null primary key, bytes ${BYTES[engine]} not null);
create table withdrawals (
  id text not null primary key, session_id text not null, name text not null, email text not null, locale text not null,
  received_at bigint not null,
  constraint withdrawals_session_id unique (session_id)
);
create index withdrawals_email on withdrawals (lower(email));
create index withdrawals_named on withdrawals (received_at) where (name <> '' or email <> '')`;
