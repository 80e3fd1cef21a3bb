import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** Adds the tables of drivers' reports about charging points, and of their photos. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`create table fault_reports (
    id text not null, client_id text not null, evse_id text not null, connector text, kind text not null, words text not null,
    sealed_email text not null, locale text not null, received_at bigint not null, closed_at bigint, outcome text,
    answers text not null, has_photo integer not null,
    constraint fault_reports_pk primary key (id)
  )`.execute(db);
  await sql`create index fault_reports_point on fault_reports (evse_id, received_at)`.execute(db);
  await sql`create index fault_reports_received on fault_reports (received_at)`.execute(db);
  const bytes = sql.raw(engine === 'postgres' ? 'bytea' : 'blob');
  await sql`create table fault_photos (
    report_id text not null, bytes ${bytes} not null,
    constraint fault_photos_pk primary key (report_id)
  )`.execute(db);
}
