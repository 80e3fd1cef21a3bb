import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { compactId } from '../../../shared/model/evseId.ts';
import type { Country } from '../../../shared/model/locales.ts';
import type { PointRecord } from '../../core/records/records.ts';
import type { Db } from '../engine/database.ts';
import { POINT } from '../tables/catalogueTables.ts';
import type { Tables } from '../tables/tables.ts';
import { contains } from './points.ts';

/** Number of similar connectors that are offered at a tariff. */
export interface TariffUse {
  tariffId: string;
  clientId: string;
  country: Country;
  /** True for DC with at least 50 kW. */
  isFast: boolean;
  plugs: number;
}

interface UseRow {
  tariff_id: string;
  client_id: string;
  country: Country;
  is_fast: number;
  plugs: number;
}

const useOf = ({ tariff_id, client_id, country, is_fast, plugs }: UseRow): TariffUse => ({
  tariffId: tariff_id,
  clientId: client_id,
  country,
  isFast: is_fast === 1,
  plugs,
});

const uses = (db: Db) =>
  db.selectFrom('tariff_uses').select(['tariff_id', 'client_id', 'country', 'is_fast', 'plugs']).where('plugs', '>', 0);

/** Which tariffs a list has. */
interface TariffsQuery {
  /** Only tariffs whose id, or the address or EVSE ID of one of their points, contains this text. */
  find?: string;
  /** Only tariffs and connectors of this client. */
  clientId?: string | undefined;
}

/** Lists the uses of the first `limit` tariffs after the tariff id `after`, sorted by tariff id. */
export async function listTariffUses(
  db: Db,
  { after, limit, ...query }: TariffsQuery & { after: string; limit: number },
): Promise<readonly TariffUse[]> {
  const rows = await uses(db)
    .where(ofClient(query))
    .where('tariff_id', 'in', eb =>
      eb
        .selectFrom('tariff_uses')
        .select('tariff_id')
        .where('tariff_id', '>', after)
        .where('plugs', '>', 0)
        .where(matches(query))
        .groupBy('tariff_id')
        .orderBy('tariff_id')
        .limit(limit),
    )
    // Sorted by the database and not in JavaScript, which may sort differently. The next page would then skip or repeat tariffs.
    .orderBy('tariff_id')
    .execute();
  return rows.map(useOf);
}

const ofClient =
  ({ clientId }: TariffsQuery) =>
  (eb: ExpressionBuilder<Tables, 'tariff_uses'>): Expression<SqlBool> =>
    clientId === undefined ? sql<SqlBool>`1 = 1` : eb('tariff_uses.client_id', '=', clientId);

const matches =
  (query: TariffsQuery) =>
  (eb: ExpressionBuilder<Tables, 'tariff_uses'>): Expression<SqlBool> => {
    const { find = '', clientId } = query;
    const [text, id] = [find.trim(), compactId(find)];
    const isOfClient = ofClient(query)(eb);
    if (text === '') return isOfClient;
    let pointed = eb
      .selectFrom('plugs_sold')
      .innerJoin('points', 'points.compact', 'plugs_sold.compact')
      .select('plugs_sold.tariff_id')
      .where(points => points.or([contains('points.place', text), ...(id === '' ? [] : [contains('points.compact', id)])]));
    if (clientId !== undefined) pointed = pointed.where('points.client_id', '=', clientId);
    return eb.and([isOfClient, eb.or([contains('tariff_uses.tariff_id', text), eb('tariff_uses.tariff_id', 'in', pointed)])]);
  };

/** Counts the tariffs that match a search, and their connectors. */
export async function countTariffs(db: Db, query: TariffsQuery): Promise<{ tariffs: number; plugs: number }> {
  const { tariffs, plugs } = await db
    .selectFrom('tariff_uses')
    .innerJoin('clients', join => join.onRef('clients.id', '=', 'tariff_uses.client_id').on('clients.is_current', '=', 1))
    .select(eb => [eb.fn.count('tariff_uses.tariff_id').distinct().as('tariffs'), eb.fn.sum('plugs').as('plugs')])
    .where('plugs', '>', 0)
    .where(matches(query))
    .executeTakeFirstOrThrow();
  return { tariffs: Number(tariffs), plugs: Number(plugs ?? 0) };
}

/** Lists the uses of one tariff. */
export const listUsesOf = async (db: Db, tariffId: string): Promise<readonly TariffUse[]> =>
  (await uses(db).where('tariff_id', '=', tariffId).execute()).map(useOf);

/** Selects connectors that are offered at a tariff. */
export interface SoldQuery {
  tariffId: string;
  /** Only connectors of this client. */
  clientId?: string | undefined;
}

/** An offered connector and its point. */
export interface PlugSold {
  point: PointRecord;
  connector: PointRecord['connectors'][number];
}

/**
 * Lists some connectors that are offered at a tariff. Points of former brands are left out, although a CPO's platform may still
 * push them.
 */
export async function listPlugsSold(
  db: Db,
  { tariffId, clientId, limit }: SoldQuery & { limit: number },
): Promise<readonly PlugSold[]> {
  let query = db
    .selectFrom('plugs_sold')
    .innerJoin('points', 'points.compact', 'plugs_sold.compact')
    .innerJoin('clients', join => join.onRef('clients.id', '=', 'plugs_sold.client_id').on('clients.is_current', '=', 1))
    .select(['points.json', 'plugs_sold.connector'])
    .where('plugs_sold.tariff_id', '=', tariffId);
  if (clientId !== undefined) query = query.where('plugs_sold.client_id', '=', clientId);
  const rows = await query.orderBy('plugs_sold.compact').orderBy('plugs_sold.connector').limit(limit).execute();
  return rows.flatMap(row => {
    const point = POINT.point.decode(row.json);
    return point.connectors.filter(({ id }) => id === row.connector).map(connector => ({ point, connector }));
  });
}

/** Counts the connectors that are offered at a tariff, and their different addresses. */
export async function countPlugsSold(db: Db, { tariffId, clientId }: SoldQuery): Promise<{ plugs: number; places: number }> {
  let query = db
    .selectFrom('plugs_sold')
    .innerJoin('points', 'points.compact', 'plugs_sold.compact')
    .innerJoin('clients', join => join.onRef('clients.id', '=', 'plugs_sold.client_id').on('clients.is_current', '=', 1))
    .select(eb => [eb.fn.countAll().as('plugs'), eb.fn.count('points.place').distinct().as('places')])
    .where('plugs_sold.tariff_id', '=', tariffId);
  if (clientId !== undefined) query = query.where('plugs_sold.client_id', '=', clientId);
  const { plugs, places } = await query.executeTakeFirstOrThrow();
  return { plugs: Number(plugs), places: Number(places) };
}

/** Counts the current points of a brand, but stops at `limit`. */
export async function countPointsOfClient(db: Db, { clientId, limit }: { clientId: string; limit: number }): Promise<number> {
  const offered = db.selectFrom('points').select('compact').where('client_id', '=', clientId).where('is_current', '=', 1);
  const { count } = await db
    .selectFrom(offered.limit(limit).as('sold'))
    .select(eb => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Finds the first current point of a brand. */
export async function findFirstPoint(db: Db, clientId: string): Promise<PointRecord | null> {
  const offered = db.selectFrom('points').select('json').where('client_id', '=', clientId).where('is_current', '=', 1);
  const row = await offered.orderBy('compact').limit(1).executeTakeFirst();
  return row ? POINT.point.decode(row.json) : null;
}
