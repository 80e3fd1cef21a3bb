import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** Whether a client's record has changed can be told without reading it, and claimed jobs are found without the waiting ones. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await (engine === 'sqlite' ? addOnSqlite(db) : addOnPostgres(db));
  await sql`create index outbox_claimed on outbox (claimed_until) where claimed_until is not null`.execute(db);
}

// The database itself keeps it: versions of the app that know nothing of it write clients meanwhile.
const addOnPostgres = (db: Kysely<unknown>) =>
  sql`alter table clients add column version text generated always as (hashtextextended(json, 0)::text) stored`.execute(db);

async function addOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clients add column version text not null default ''`.execute(db);
  await sql`update clients set version = hex(randomblob(8))`.execute(db);
  for (const event of ['insert', 'update of json'])
    await sql`create trigger ${sql.id(`clients_version_${event.slice(0, 6)}`)} after ${sql.raw(event)} on clients
      begin update clients set version = hex(randomblob(8)) where id = new.id; end`.execute(db);
}
