import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';
import { NUMBERED_ID } from './schema/numberedId.ts';

/** Adds the tables of webhook endpoints and of the deliveries to them. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`create table webhook_endpoints (
    id text not null, url text not null, description text not null, clients text, types text,
    sealed_secret text not null, older_secret text, older_until bigint, is_on integer not null, off_why text,
    failing_since bigint, created_by text not null, created_at bigint not null,
    constraint webhook_endpoints_pk primary key (id)
  )`.execute(db);
  await sql`create table webhook_deliveries (
    ${sql.raw(NUMBERED_ID[engine])}, endpoint_id text not null, event_id text not null, type text not null, subject text not null,
    body text not null, state text not null, job_n integer not null, attempts integer not null, next_at bigint,
    last_status integer, last_answer text, last_at bigint, created_at bigint not null
  )`.execute(db);
  await sql`create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at)`.execute(db);
  await sql`create index webhook_deliveries_created on webhook_deliveries (created_at)`.execute(db);
  await sql`create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, subject, id) where state = 'waiting'`.execute(
    db,
  );
}
