import { type RawBuilder, sql } from 'kysely';
import type { ReportPart, ReportUse } from '../../../shared/console/reports.ts';
import type { Db } from '../engine/database.ts';
import { engineOf } from '../engine/engine.ts';
import { portions } from '../shop/catalogueRows.ts';
import { isOf, type Span } from './ledgerRows.ts';

/** Completed sessions of one brand at one connector. */
export interface UseRow extends ReportUse {
  supplier: string;
  evseId: string;
  connector: string;
}

/** Sums the sessions that ended in a span by brand and connector. A session counts as a whole in the span of its end. */
export async function sumUse(db: Db, span: Span): Promise<UseRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .where('state', '=', 'completed')
    .where('ended_at', '>=', span.from.getTime())
    .where('ended_at', '<', span.to.getTime())
    .where(isOf(span, 'client_id'))
    .groupBy(['client_id', 'evse_id', 'connector'])
    .select(eb => ['client_id', 'evse_id', 'connector', eb.fn.countAll().as('sessions'), eb.fn.sum('energy_wh').as('energy')])
    .select(sql<number>`sum(ended_at - coalesce(started_at, ended_at))`.as('occupied'))
    .execute();
  return rows.map(row => ({
    ...{ supplier: row.client_id, evseId: row.evse_id, connector: row.connector },
    ...{ sessions: Number(row.sessions), energyWh: Number(row.energy), occupiedMs: Number(row.occupied) },
  }));
}

/** How each database engine reads the lines of a bill as rows, and a field of such a row. */
const BILL_LINES = {
  sqlite: {
    lines: sql`json_each(sessions.bill, '$.lines')`,
    kind: sql`json_extract(line.value, '$.kind')`,
    amount: sql`json_extract(line.value, '$.amountMinor')`,
    currency: sql`json_extract(sessions.bill, '$.currency')`,
  },
  postgres: {
    lines: sql`lateral jsonb_array_elements(sessions.bill::jsonb -> 'lines')`,
    kind: sql`line.value ->> 'kind'`,
    amount: sql`(line.value ->> 'amountMinor')::bigint`,
    currency: sql`sessions.bill::jsonb ->> 'currency'`,
  },
} as const;

/** Sums the lines of the bills of sessions that ended in a span, by brand, currency and kind of line. */
export async function sumBillLines(db: Db, span: Span): Promise<ReportPart[]> {
  const { lines, kind, amount, currency } = BILL_LINES[engineOf(db)];
  const { rows } = await sql<Record<keyof ReportPart, string>>`
    select client_id as supplier, ${currency} as currency, ${kind} as kind, sum(${amount}) as "amountMinor"
    from sessions cross join ${lines} as line
    where state = 'completed' and ended_at >= ${span.from.getTime()} and ended_at < ${span.to.getTime()}
      and total_minor > 0 and bill is not null and ${ofSuppliers(span)}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows.map(row => ({ ...(row as unknown as ReportPart), amountMinor: Number(row.amountMinor) }));
}

const ofSuppliers = ({ suppliers }: Span): RawBuilder<unknown> =>
  suppliers === undefined ? sql`1 = 1` : sql`client_id in (${sql.join([...suppliers])})`;

/** The address of a charging point. */
export interface PointLocation {
  evseId: string;
  /** 'City, street'. */
  place: string;
  /** Whether the point is still offered, by one of the brands if brands were given. */
  isOffered: boolean;
}

/** Lists the addresses of charging points, also of those that are no longer offered. */
export async function listLocations(
  db: Db,
  { evseIds, suppliers }: Pick<Span, 'suppliers'> & { evseIds: readonly string[] },
): Promise<PointLocation[]> {
  const all: PointLocation[] = [];
  for (const some of portions(evseIds)) {
    const query = db.selectFrom('points').select(['evse_id', 'place', 'client_id', 'is_current']);
    for (const { evse_id, place, client_id, is_current } of await query.where('evse_id', 'in', some).execute())
      all.push({
        ...{ evseId: evse_id, place },
        isOffered: is_current === 1 && (suppliers === undefined || suppliers.includes(client_id)),
      });
  }
  return all;
}

/**
 * Counts the connectors that are offered at each of these addresses.
 * @param suppliers only connectors of these brands count; absent: all
 */
export async function countConnectorsAt(
  db: Db,
  { places, suppliers }: Pick<Span, 'suppliers'> & { places: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const some of portions(places)) {
    let query = db
      .selectFrom('points')
      .innerJoin('plugs_sold', 'plugs_sold.compact', 'points.compact')
      .where('points.is_current', '=', 1)
      .where('points.place', 'in', some)
      .groupBy('points.place')
      .select(eb => ['points.place', eb.fn.countAll().as('connectors')]);
    if (suppliers !== undefined) query = query.where('points.client_id', 'in', suppliers);
    for (const { place, connectors } of await query.execute()) counts.set(place, Number(connectors));
  }
  return counts;
}
