import { sql } from 'kysely';
import type { Store } from '../../server/store/engine/database.ts';

/**
 * Disables the rendering of documents but not the assignment of their numbers. Rendering uses so much processor time that it
 * would hide the effects under test.
 */
export async function putDrawingOff({ db, engine }: Store): Promise<void> {
  if (engine === 'sqlite') {
    await sql`create trigger put_off before insert on outbox when new.kind = 'draw-document'
      begin select raise(ignore); end`.execute(db);
    return;
  }
  await sql`create function put_off() returns trigger language plpgsql as 'begin return null; end'`.execute(db);
  await sql`create trigger put_off before insert on outbox for each row when (new.kind = 'draw-document')
    execute function put_off()`.execute(db);
}
