import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine/engine.ts';

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addDevices(db);
  await addPlugsSold(db);
  await (engine === 'sqlite' ? keepOnSqlite(db) : keepOnPostgres(db));
}

/**
 * Devices that are told of a session, sealed. In a table of their own: a version before, which cannot open them, would take them for
 * devices that are gone, and remove them. It goes on with `push_subscriptions`, whose rows are sealed at night.
 */
async function addDevices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('push_devices')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('session_id', 'text', column => column.notNull())
    .addColumn('sealed', 'text', column => column.notNull())
    .addColumn('told', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute();
  await db.schema.createIndex('push_devices_session').on('push_devices').columns(['session_id']).execute();
}

/**
 * By which tariff each plug is sold, and how many alike there are, so that prices are shown without reading all points. The database
 * itself writes both, for versions of the app that know nothing of them write points meanwhile.
 */
async function addPlugsSold(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plugs_sold')
    .addColumn('tariff_id', 'text', column => column.notNull())
    .addColumn('compact', 'text', column => column.notNull())
    .addColumn('connector', 'text', column => column.notNull())
    .addColumn('client_id', 'text', column => column.notNull())
    .addColumn('country', 'text', column => column.notNull())
    .addColumn('is_fast', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('plugs_sold_pk', ['tariff_id', 'compact', 'connector'])
    .execute();
  await db.schema.createIndex('plugs_sold_point').on('plugs_sold').columns(['compact']).execute();
  await db.schema
    .createTable('tariff_uses')
    .addColumn('tariff_id', 'text', column => column.notNull())
    .addColumn('client_id', 'text', column => column.notNull())
    .addColumn('country', 'text', column => column.notNull())
    .addColumn('is_fast', 'integer', column => column.notNull())
    .addColumn('plugs', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('tariff_uses_pk', ['tariff_id', 'client_id', 'country', 'is_fast'])
    .execute();
  await db.schema.createIndex('points_client').on('points').columns(['client_id', 'is_current', 'compact']).execute();
}

/** Article 5(4) of Regulation (EU) 2023/1804: from this power on a price is for energy. */
const FAST_W = 50_000;
const USE = 'tariff_id, client_id, country, is_fast';

async function keepOnSqlite(db: Kysely<unknown>): Promise<void> {
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
  await sql
    .raw(`${plugsOf('points').replace(' from json_each', ' from points, json_each')} where points.is_current = 1`)
    .execute(db);
}

/** One statement may change many points: its plugs are counted once. */
async function keepOnPostgres(db: Kysely<unknown>): Promise<void> {
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
  // Tariffs may have other names each day.
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
  await sql.raw(put('points')).execute(db);
  await sql.raw(`insert into tariff_uses (${USE}, plugs) select ${USE}, count(*) from plugs_sold group by ${USE}`).execute(db);
}
