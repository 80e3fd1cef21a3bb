import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';

/**
 * A report in one statement: a row inserted into `told_reports` goes to the session, its readings and its jobs, all or nothing. Where
 * the session has changed since it was read, nothing is written and no row is returned. docs/decisions/0040.
 */
export async function addReportsAtOnce(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await (engine === 'sqlite' ? onSqlite(db) : onPostgres(db));
}

async function onSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create view told_reports as select null as session_id, null as version, null as was, null as state, null as energy_wh,
    null as power_w, null as battery, null as started_at, null as look_at, null as readings, null as jobs, null as correlation
    where false`.execute(db);
  await sql`create trigger write_report instead of insert on told_reports
    begin
      update sessions set state = new.state, version = new.version + 1, energy_wh = new.energy_wh, power_w = new.power_w,
        battery = new.battery, started_at = new.started_at, look_at = new.look_at
        where id = new.session_id and version = new.version and state = new.was;
      select raise(ignore) where changes() = 0;
      insert into meter_values (session_id, at, energy_wh, power_w, is_charging)
        select new.session_id, value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(new.readings) where true;
      insert into outbox (kind, subject_id, n, not_before, first_due_at, attempts, correlation)
        select value ->> 0, new.session_id, value ->> 1, value ->> 2, value ->> 2, 0, new.correlation from json_each(new.jobs)
        where true on conflict (kind, subject_id, n) do nothing;
    end`.execute(db);
}

async function onPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create view told_reports as select null::text as session_id, null::bigint as version, null::text as was, null::text as state,
    null::bigint as energy_wh, null::bigint as power_w, null::text as battery, null::bigint as started_at, null::bigint as look_at,
    null::text as readings, null::text as jobs, null::text as correlation where false`.execute(db);
  await sql`create function write_report() returns trigger language plpgsql set search_path from current as $$
    begin
      update sessions set state = new.state, version = new.version + 1, energy_wh = new.energy_wh, power_w = new.power_w,
        battery = new.battery, started_at = new.started_at, look_at = new.look_at
        where id = new.session_id and version = new.version and state = new.was;
      if not found then return null; end if;
      insert into meter_values (session_id, at, energy_wh, power_w, is_charging)
        select new.session_id, (r ->> 0)::bigint, (r ->> 1)::bigint, (r ->> 2)::bigint, (r ->> 3)::integer
        from json_array_elements(new.readings::json) as r;
      insert into outbox (kind, subject_id, n, not_before, first_due_at, attempts, correlation)
        select j ->> 0, new.session_id, (j ->> 1)::bigint, (j ->> 2)::bigint, (j ->> 2)::bigint, 0, new.correlation
        from json_array_elements(new.jobs::json) as j on conflict (kind, subject_id, n) do nothing;
      return new;
    end $$`.execute(db);
  await sql`create trigger write_report instead of insert on told_reports for each row execute function write_report()`.execute(
    db,
  );
}
