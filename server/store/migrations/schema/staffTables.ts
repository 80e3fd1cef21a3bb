import type { Engine } from '../../engine/engine.ts';
import { NUMBERED_ID } from './numberedId.ts';

/** Returns the SQL that creates the tables of the console: audit, sign-ins, actions of staff, ledger and payouts. */
export const staffTables = (engine: Engine): string => `
create table audit (
  ${NUMBERED_ID[engine]}, at bigint not null, subject_id text not null, what text not null, facts text not null,
  closed_at bigint
);
create index audit_open on audit (what, id) where what = 'attention' and closed_at is null;
create index audit_subject on audit (subject_id);
create index audit_what on audit (what, at);
create table operator_sign_ins (
  hash text primary key, kind text not null, name text not null, may text not null, came_by text not null,
  secret text not null default '', created_at bigint not null, expires_at bigint not null, account text
);
create index operator_sign_ins_account on operator_sign_ins (account, kind);
create index operator_sign_ins_expiry on operator_sign_ins (expires_at);
create index operator_sign_ins_name on operator_sign_ins (name, kind);
create table operator_acts (
  ${NUMBERED_ID[engine]}, at bigint not null, who text not null, does text not null, session_number bigint, form text,
  is_done integer not null, amount_minor bigint, currency text, reason text not null, facts text not null,
  request_id text not null, account text,
  constraint operator_acts_form unique (form)
);
create index operator_acts_does on operator_acts (does, id);
create index operator_acts_session on operator_acts (session_number, id);
create index operator_acts_who on operator_acts (who, id);

create table book_lines (
  id text not null, payment_id text not null, payment_version integer not null, at bigint not null,
  session_id text not null, number bigint not null, currency text not null, captured_minor bigint not null,
  billed_minor bigint not null, priced_minor bigint not null, energy_wh bigint not null, is_signed integer not null,
  why text, is_open integer not null, document text, supplier text,
  constraint book_lines_key primary key (id)
);
create index book_lines_at on book_lines (at, id);
create index book_lines_differ on book_lines (at) where why is not null;
create index book_lines_payment on book_lines (payment_id);
create table book_entries (
  document_id text not null, n integer not null, at bigint not null, series text not null, count bigint not null,
  number text not null, kind text not null, session_number bigint not null, currency text not null, country text not null,
  vat_milli integer not null, net_minor bigint not null, vat_minor bigint not null, gross_minor bigint not null,
  is_refund integer not null, is_invoiced_by_other integer not null, supplier text, home text, served_at bigint,
  shortfall_minor bigint,
  constraint book_entries_key primary key (document_id, n)
);
create index book_entries_at on book_entries (at, document_id);
create index book_entries_series on book_entries (series, count);
create table book_moves (
  id text primary key, at bigint not null, is_day integer not null, ref text not null, supplier text not null,
  currency text not null, kind text not null, minor bigint not null, number bigint
);
create index book_moves_at on book_moves (is_day, at, id);
create index book_moves_ref on book_moves (ref, kind);
create table book_closings (
  supplier text not null, currency text not null, from_at bigint not null, to_at bigint not null, from_day bigint not null,
  to_day bigint not null, closed_at bigint not null,
  constraint book_closings_key primary key (supplier, currency, from_at, to_at)
);
create table payouts (
  id text not null, account text, arrived_at bigint not null, currency text not null, paid_minor bigint not null,
  captured_minor bigint not null, refunded_minor bigint not null, fee_minor bigint not null, other_minor bigint not null,
  rows integer not null, matched integer not null, read_at bigint not null, state text not null default 'paid',
  whole_at bigint, failed_at bigint, booked_at bigint,
  constraint payouts_key primary key (id)
);
create index payouts_arrived on payouts (arrived_at);
create index payouts_unbooked on payouts (id) where whole_at is not null and booked_at is null;
create table payout_rows (
  id text not null, payout_id text not null, at bigint not null, kind text not null, ref text, amount_minor bigint not null,
  fee_minor bigint not null, payment_id text, is_matched integer not null, card_currency text, card_minor bigint,
  supplier text,
  constraint payout_rows_key primary key (id)
);
create index payout_rows_listed on payout_rows (payout_id, id);
create index payout_rows_matched on payout_rows (payout_id, is_matched, id);
create index payout_rows_passing on payout_rows (ref) where kind in ('payout', 'returned');
create index payout_rows_payment on payout_rows (payment_id, kind)`;
