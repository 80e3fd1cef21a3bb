import type { Engine } from '../../engine/engine.ts';
import { NUMBERED_ID } from './numberedId.ts';

/** Returns the SQL that creates the tables of jobs, station connections, devices, and adapter data. */
export const runtimeTables = (engine: Engine): string => `
-- outbox_once guards money: no capture and no refund is done twice, however late it is enqueued again.
create table outbox (
  ${NUMBERED_ID[engine]}, kind text not null, subject_id text not null, n integer not null, not_before bigint not null,
  claimed_until bigint, claim_id text, attempts integer not null, last_error text, done_at bigint, first_due_at bigint not null,
  station text, correlation text,
  constraint outbox_once unique (kind, subject_id, n)
);
create index outbox_claimed on outbox (claimed_until) where claimed_until is not null;
create index outbox_due on outbox (done_at, not_before);
create index outbox_station on outbox (station, done_at);
create table inbox (
  source text not null, event_id text not null, at bigint not null,
  constraint inbox_key primary key (source, event_id)
);
create table key_values (
  owner text not null, key text not null, json text not null,
  constraint key_values_key primary key (owner, key)
);
create table counters (
  name text not null, value bigint not null,
  constraint counters_key primary key (name)
);
create table connection_leases (
  station_id text primary key, process_id text not null, connection_id text not null, protocol text not null,
  meter_interval_s integer, seen_at bigint not null
);
create index connection_leases_process on connection_leases (process_id);
create table push_devices (
  id text primary key, session_id text not null, sealed text not null, sent_events text not null, created_at bigint not null
);
create index push_devices_session on push_devices (session_id);
${engine === 'postgres' ? POSTGRES_ONLY : ''}`;

/**
 * SQLite does not need these tables and this index. Its only process holds locks and counters in memory, and the primary key of
 * `key_values` already has the order of `key_values_order`.
 */
const POSTGRES_ONLY = `
create index key_values_order on key_values (owner, key collate "C");
-- A lease that a crash has left ends within seconds, so the log need not hold it.
create unlogged table leases (key text primary key, holder text not null, until timestamptz not null);
-- As rate-limiter-flexible counts.
create table search_limits (key varchar(255) primary key, points integer not null default 0, expire bigint)`;
