import type { PlugState } from '../../../shared/session.ts';
import type { Tariff } from '../../../shared/tariff.ts';
import type { ClientRecord, OperatorData, PointRecord, TariffRecord } from '../records.ts';
import type { Db, Trx } from './store.ts';

/** What an operator sells: clients, points, tariffs, and the living state of plugs. */

/** Takes a whole set of operator's files over. What they no longer name is sold no more, but sessions there go on. */
export async function replaceCatalogue(trx: Trx, data: OperatorData, now: Date): Promise<void> {
  for (const table of ['clients', 'points', 'tariffs'] as const) await trx.updateTable(table).set({ is_current: 0 }).execute();
  for (const client of data.clients) {
    const row = { id: client.id, json: JSON.stringify(client), is_current: 1 } as const;
    await trx
      .insertInto('clients')
      .values(row)
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute();
  }
  for (const { id, version, tariff } of data.tariffs) {
    await trx
      .insertInto('tariffs')
      .values({ id, version, json: JSON.stringify(tariff), is_current: 1 })
      .onConflict(conflict => conflict.columns(['id', 'version']).doUpdateSet({ is_current: 1 }))
      .execute();
  }
  const seen = new Set<string>();
  for (const point of data.points) {
    // The second would silently take the first one's place.
    if (seen.has(compactId(point.evseId))) throw new Error('Two points have the same EVSE ID');
    seen.add(compactId(point.evseId));
    await addPoint(trx, point, now);
  }
}

async function addPoint(trx: Trx, point: PointRecord, now: Date): Promise<void> {
  const { evseId, clientId, connectors, state } = point;
  const compact = compactId(evseId);
  const row = { evse_id: evseId, compact, client_id: clientId, json: JSON.stringify(point), is_current: 1 } as const;
  await trx
    .insertInto('points')
    .values(row)
    .onConflict(conflict => conflict.column('compact').doUpdateSet(row))
    .execute();
  for (const { id } of connectors) {
    await trx
      .insertInto('plugs')
      .values({ evse_id: evseId, connector: id, state, updated_at: now.getTime() })
      .onConflict(conflict => conflict.columns(['evse_id', 'connector']).doNothing())
      .execute();
  }
}

/** How EVSE IDs are compared: case and separators do not count. */
const compactId = (evseId: string): string => evseId.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A client that sells now, or with `hasGone` one that ever did: sessions and receipts outlive it. */
export async function findClient(db: Db, id: string, { hasGone = false } = {}): Promise<ClientRecord | null> {
  const row = await db.selectFrom('clients').select(['json', 'is_current']).where('id', '=', id).executeTakeFirst();
  return row && (hasGone || row.is_current === 1) ? (JSON.parse(row.json) as ClientRecord) : null;
}

/** Every client that sells or ever did. */
export async function listClients(db: Db): Promise<ClientRecord[]> {
  const rows = await db.selectFrom('clients').select('json').execute();
  return rows.map(({ json }) => JSON.parse(json) as ClientRecord);
}

/** A point that is sold now, or with `hasGone` one that ever was. */
export async function findPoint(db: Db, evseId: string, { hasGone = false } = {}): Promise<PointRecord | null> {
  const row = await db
    .selectFrom('points')
    .select(['json', 'is_current'])
    .where('compact', '=', compactId(evseId))
    .executeTakeFirst();
  return row && (hasGone || row.is_current === 1) ? (JSON.parse(row.json) as PointRecord) : null;
}

export async function listPoints(db: Db): Promise<PointRecord[]> {
  const rows = await db.selectFrom('points').select('json').where('is_current', '=', 1).execute();
  // Sorted here: each engine has its own idea of where a sign like * belongs.
  return rows.map(({ json }) => JSON.parse(json) as PointRecord).sort((a, b) => (a.evseId < b.evseId ? -1 : 1));
}

export async function findCurrentTariff(db: Db, id: string): Promise<TariffRecord | null> {
  const row = await db.selectFrom('tariffs').selectAll().where('id', '=', id).where('is_current', '=', 1).executeTakeFirst();
  return row ? { id, version: row.version, tariff: JSON.parse(row.json) as Tariff } : null;
}

/** The tariff an order was made with, whether it still applies or not. */
export async function getTariff(db: Db, { id, version }: { id: string; version: string }): Promise<Tariff> {
  const row = await db
    .selectFrom('tariffs')
    .select('json')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.json) as Tariff;
}

export async function plugStates(db: Db, evseId: string): Promise<ReadonlyMap<string, PlugState>> {
  const rows = await db.selectFrom('plugs').select(['connector', 'state']).where('evse_id', '=', evseId).execute();
  return new Map(rows.map(({ connector, state }) => [connector, state]));
}

export async function setPlugState(
  db: Db,
  ask: { evseId: string; connector: string; state: PlugState; now: Date },
): Promise<void> {
  const { evseId, connector, state, now } = ask;
  await db
    .insertInto('plugs')
    .values({ evse_id: evseId, connector, state, updated_at: now.getTime() })
    .onConflict(conflict => conflict.columns(['evse_id', 'connector']).doUpdateSet({ state, updated_at: now.getTime() }))
    .execute();
}
