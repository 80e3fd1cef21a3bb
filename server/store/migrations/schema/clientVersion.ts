import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';

/**
 * Adds the generated column `clients.version`, which changes whenever `json` changes. A change of a brand can then be detected
 * without reading its large record.
 */
export async function addClientVersion(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    await sql`alter table clients
      add column version text generated always as (hashtextextended(json, 0)::text) stored`.execute(db);
    return;
  }
  await sql`alter table clients add column version text not null default ''`.execute(db);
  for (const event of ['insert', 'update of json'])
    await sql`create trigger ${sql.id(`clients_version_${event.slice(0, 6)}`)} after ${sql.raw(event)} on clients
      begin update clients set version = hex(randomblob(8)) where id = new.id; end`.execute(db);
}
