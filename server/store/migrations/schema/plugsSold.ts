import { type Kysely, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';

/**
 * Adds two tables from which prices are shown without reading all points. `plugs_sold`: the tariff of each offered connector.
 * `tariff_uses`: number of similar connectors per tariff. Triggers write both.
 */
export async function addPlugsSold(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`create table plugs_sold (
    tariff_id text not null, compact text not null, connector text not null, client_id text not null, country text not null,
    is_fast integer not null,
    constraint plugs_sold_pk primary key (tariff_id, compact, connector)
  )`.execute(db);
  await sql`create index plugs_sold_point on plugs_sold (compact)`.execute(db);
  await sql`create table tariff_uses (
    tariff_id text not null, client_id text not null, country text not null, is_fast integer not null, plugs integer not null,
    constraint tariff_uses_pk primary key (tariff_id, client_id, country, is_fast)
  )`.execute(db);
  await (engine === 'sqlite' ? addSqliteTriggers(db) : addPostgresTriggers(db));
}

/** Power in watts from which the price must be per kWh (Regulation (EU) 2023/1804, article 5(4)). */
const FAST_W = 50_000;
const USE = 'tariff_id, client_id, country, is_fast';

async function addSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const plugsOf = (point: string) =>
    `insert into plugs_sold (tariff_id, compact, connector, client_id, country, is_fast)
     select value ->> 'tariffId', ${point}.compact, value ->> 'id', ${point}.client_id, ${point}.json ->> 'country',
       value ->> 'isDc' = 1 and value ->> 'powerW' >= ${FAST_W}
     from json_each(${point}.json, '$.connectors')`;
  const remove = 'delete from plugs_sold where compact = old.compact';
  const add = `${plugsOf('new')} where new.is_current = 1`;
  const use = USE.split(', ')
    .map(column => `${column} = old.${column}`)
    .join(' and ');
  const triggers = {
    plugs_sold_added: `after insert on points begin ${add}; end`,
    plugs_sold_changed: `after update of json, is_current, client_id on points
      when old.json != new.json or old.is_current != new.is_current or old.client_id != new.client_id
      begin ${remove}; ${add}; end`,
    plugs_sold_removed: `after delete on points begin ${remove}; end`,
    tariff_uses_more: `after insert on plugs_sold begin
      insert into tariff_uses (${USE}, plugs) values (new.tariff_id, new.client_id, new.country, new.is_fast, 1)
      on conflict (${USE}) do update set plugs = plugs + 1; end`,
    tariff_uses_less: `after delete on plugs_sold begin
      update tariff_uses set plugs = plugs - 1 where ${use};
      delete from tariff_uses where ${use} and plugs = 0; end`,
  };
  for (const [name, text] of Object.entries(triggers)) await sql.raw(`create trigger ${name} ${text}`).execute(db);
}

/** The triggers run once per statement instead of once per row, because one statement may change thousands of points. */
async function addPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  const plugsOf = (points: string) =>
    `select distinct plug ->> 'tariffId' as tariff_id, compact, plug ->> 'id' as connector, client_id,
       json::jsonb ->> 'country' as country, ((plug ->> 'isDc')::boolean and (plug ->> 'powerW')::numeric >= ${FAST_W})::int as is_fast
     from ${points}, jsonb_array_elements(json::jsonb -> 'connectors') as plug where is_current = 1`;
  const put = (points: string) =>
    `insert into plugs_sold (tariff_id, compact, connector, client_id, country, is_fast) ${plugsOf(points)};`;
  const remove = 'delete from plugs_sold where compact in (select compact from gone);';
  const count = (changes: readonly string[]) =>
    `insert into tariff_uses (${USE}, plugs)
     select ${USE}, sum(plugs) from (${changes.join(' union all ')}) as changes group by ${USE} having sum(plugs) != 0
     on conflict (${USE}) do update set plugs = tariff_uses.plugs + excluded.plugs;`;
  const more = `select ${USE}, 1 as plugs from (${plugsOf('added')}) as plugs_added`;
  const less = `select ${USE}, -1 as plugs from plugs_sold where compact in (select compact from gone)`;
  // Deletes counters that have reached 0. Otherwise they would accumulate, because a station source may use new tariff ids every
  // day.
  const forget = `delete from tariff_uses where plugs = 0
    and (${USE}) in (select ${USE} from plugs_sold where compact in (select compact from gone));`;
  const works = {
    insert: { tables: 'new table as added', text: count([more]) + put('added') },
    update: { tables: 'old table as gone new table as added', text: count([more, less]) + forget + remove + put('added') },
    delete: { tables: 'old table as gone', text: count([less]) + forget + remove },
  };
  for (const [event, { tables, text }] of Object.entries(works)) {
    await sql
      .raw(
        `create function plugs_sold_${event}() returns trigger language plpgsql security definer set search_path from current as $$
         begin ${text} return null; end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger plugs_sold_${event} after ${event} on points referencing ${tables}
         for each statement execute function plugs_sold_${event}()`,
      )
      .execute(db);
  }
}
