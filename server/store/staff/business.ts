import { sql } from 'kysely';
import type { Currency, Money } from '../../../shared/model/money.ts';
import { HOUR_MS } from '../../../shared/model/time.ts';
import type { Db } from '../engine/database.ts';
import { CLIENT_BESIDE } from './sessionRows.ts';

/** A day. `until`: a time of this day; sums tell apart what happened before this time. */
export interface BusinessDay {
  from: Date;
  to: Date;
  until: Date;
}

interface HourSum {
  /** Number of whole hours since the start of the day. */
  hour: number;
  /** True if the sum is of the time before `until`. */
  isBefore: boolean;
}

const hourOf = (column: 'ended_at' | 'settled_at', { from }: BusinessDay) =>
  // Cast, because SQLite receives numbers as floating-point values.
  sql<number>`cast((${sql.ref(column)} - ${from.getTime()}) / ${sql.lit(HOUR_MS)} as integer)`.as('hour');
const isBefore = (column: 'ended_at' | 'settled_at', { until }: BusinessDay) =>
  sql<number>`case when ${sql.ref(column)} < ${until.getTime()} then 1 else 0 end`.as('is_before');

/** Sums up energy and number of the completed sessions of a day, by the hour in which charging ended. */
export async function sumSessionsByHour(
  db: Db,
  day: BusinessDay,
): Promise<readonly (HourSum & { energyWh: number; sessions: number })[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(eb => [hourOf('ended_at', day), isBefore('ended_at', day), eb.fn.countAll().as('count')])
    .select(eb => eb.fn.sum('energy_wh').as('energy'))
    .where('state', '=', 'completed')
    .where('ended_at', '>=', day.from.getTime())
    .where('ended_at', '<', day.to.getTime())
    .groupBy(['hour', 'is_before'])
    .execute();
  return rows.map(row => ({ ...hourIn(row), energyWh: Number(row.energy), sessions: Number(row.count) }));
}

/** Sums up the money that was captured on a day, by hour and currency, in minor units. */
export async function sumCapturesByHour(
  db: Db,
  day: BusinessDay,
): Promise<readonly (HourSum & { currency: Currency; minor: number })[]> {
  const rows = await db
    .selectFrom('payments')
    .select(eb => [hourOf('settled_at', day), isBefore('settled_at', day), 'currency', eb.fn.sum('captured_minor').as('minor')])
    .where('settled_at', '>=', day.from.getTime())
    .where('settled_at', '<', day.to.getTime())
    .where('captured_minor', '>', 0)
    .groupBy(['hour', 'is_before', 'currency'])
    .execute();
  return rows.map(row => ({ ...hourIn(row), currency: row.currency, minor: Number(row.minor) }));
}

const hourIn = (row: { hour: number; is_before: number }): HourSum => ({ hour: Number(row.hour), isBefore: row.is_before === 1 });

/** Sums up the energy of the completed sessions that were ordered at a point since a time, in Wh. `clientId`: only of this client. */
export async function sumEnergyAt(
  db: Db,
  { evseId, since, clientId }: { evseId: string; since: Date; clientId?: string | undefined },
): Promise<number> {
  let query = db
    .selectFrom('sessions')
    .select(eb => eb.fn.sum('energy_wh').as('energy'))
    .where('evse_id', '=', evseId)
    .where('state', '=', 'completed')
    .where('created_at', '>=', since.getTime());
  if (clientId !== undefined) query = query.where(CLIENT_BESIDE, '=', clientId);
  const row = await query.executeTakeFirstOrThrow();
  return Number(row.energy ?? 0);
}

/** Sums up the holds that are neither captured nor released, by currency. */
export async function sumOpenHolds(db: Db): Promise<Money[]> {
  const rows = await db
    .selectFrom('payments')
    .select(eb => ['currency', eb.fn.sum('amount_minor').as('minor')])
    // A literal instead of a parameter: the database uses the index only if the query repeats its condition.
    .where(sql<boolean>`state in ('authorised', 'capturing', 'releasing')`)
    .groupBy('currency')
    .execute();
  return rows.map(({ currency, minor }) => ({ currency, amountMinor: Number(minor) }));
}
