import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/**
 * Adds the table of state changes of connectors, which triggers write, and the fault that a station reports. Triggers also record
 * what version 1.0.0 writes during an update. The table begins with the present states.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`alter table plugs add column fault text`.execute(db);
  await sql`create table plug_changes (
    evse_id text not null, connector text not null, at bigint not null, state text not null, fault text,
    constraint plug_changes_pk primary key (evse_id, connector, at)
  )`.execute(db);
  await sql`create index plug_changes_at on plug_changes (at)`.execute(db);
  await sql`insert into plug_changes (evse_id, connector, at, state)
    select evse_id, connector, updated_at, state from plugs`.execute(db);
  const put = `insert into plug_changes (evse_id, connector, at, state, fault)
    values (new.evse_id, new.connector, new.updated_at, new.state, new.fault)
    on conflict (evse_id, connector, at) do update set state = excluded.state, fault = excluded.fault`;
  if (engine === 'postgres')
    await sql
      .raw(
        `create function record_plug_change() returns trigger language plpgsql security definer set search_path from current as $$
         begin ${put}; return null; end $$`,
      )
      .execute(db);
  const isChanged =
    engine === 'postgres'
      ? 'old.state is distinct from new.state or old.fault is distinct from new.fault'
      : 'old.state is not new.state or old.fault is not new.fault';
  for (const [event, condition] of [
    ['insert', ''],
    ['update', `when (${isChanged})`],
  ] as const) {
    const act = engine === 'postgres' ? 'execute function record_plug_change()' : `begin ${put}; end`;
    await sql.raw(`create trigger plug_changes_${event} after ${event} on plugs for each row ${condition} ${act}`).execute(db);
  }
}
