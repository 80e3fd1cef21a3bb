import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** Adds the log files that staff request of stations, and the parts of their contents. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`create table station_log_files (
    id text not null, station_id text not null, kind text not null, request_id integer not null, token_hash text, sent_to text,
    requested_at bigint not null, state text not null, state_at bigint not null, attempt integer not null,
    name text, size_bytes integer, received_at bigint,
    constraint station_log_files_pk primary key (id)
  )`.execute(db);
  await sql`create index station_log_files_station on station_log_files (station_id, requested_at)`.execute(db);
  await sql`create index station_log_files_requested on station_log_files (requested_at)`.execute(db);
  await sql`create unique index station_log_files_token on station_log_files (token_hash)`.execute(db);
  const bytes = sql.raw(engine === 'postgres' ? 'bytea' : 'blob');
  await sql`create table station_log_parts (
    log_file_id text not null, attempt integer not null, part integer not null, bytes ${bytes} not null,
    constraint station_log_parts_pk primary key (log_file_id, attempt, part)
  )`.execute(db);
}
