import type { DatabaseAccess, Db } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { CONNECTION_LEASE, type ConnectionLeaseRecord } from '../tables/otherTables.ts';
import { emit, isWanted, withEvents } from './webhookEvents.ts';

const codec = codecOf(CONNECTION_LEASE);

/**
 * Duration of a lease. If a process has not renewed its leases for this time, it counts as dead and holds no station. A renewal
 * more than this time in the future is also invalid: it was written before the clock was set back.
 */
export const HELD_MS = 30_000;

/**
 * Creates the store of connection leases, which record which process holds the socket of each station. If a station connects
 * again, its newest connection holds the lease.
 */
export function createHeldStations(access: DatabaseAccess) {
  const { db } = access;
  return {
    async put(held: ConnectionLeaseRecord): Promise<void> {
      await withEvents(access, ['station.connected'], trx => putLease(trx, held));
    },
    /** Renews all leases of a process in one statement. */
    async renew(processId: string, at: Date): Promise<void> {
      await db.updateTable('connection_leases').set({ seen_at: at.getTime() }).where('process_id', '=', processId).execute();
    },
    /** Removes the lease of this connection. If the station has a newer connection, its lease stays. */
    async remove(held: Pick<ConnectionLeaseRecord, 'stationId' | 'connectionId'>): Promise<void> {
      await withEvents(access, ['station.disconnected'], trx => removeLease(trx, held));
    },
    /** Lists the leases of live processes. */
    async list(now: Date): Promise<readonly ConnectionLeaseRecord[]> {
      const rows = await db
        .selectFrom('connection_leases')
        .selectAll()
        .where('seen_at', '>=', now.getTime() - HELD_MS)
        .where('seen_at', '<=', now.getTime() + HELD_MS)
        .execute();
      return rows.map(codec.decode);
    },
    /**
     * Finds the lease of a station.
     * @returns null if no live process holds one
     */
    async find(stationId: string, now: Date): Promise<ConnectionLeaseRecord | null> {
      const row = await db
        .selectFrom('connection_leases')
        .selectAll()
        .where('station_id', '=', stationId)
        .where('seen_at', '>=', now.getTime() - HELD_MS)
        .where('seen_at', '<=', now.getTime() + HELD_MS)
        .executeTakeFirst();
      return row ? codec.decode(row) : null;
    },
  };
}

async function putLease(db: Db, held: ConnectionLeaseRecord): Promise<void> {
  const { stationId, connectionId, protocol } = held;
  const own = db.selectFrom('connection_leases').select('connection_id').where('station_id', '=', stationId);
  const before = (await isWanted(db, ['station.connected'])) ? await own.executeTakeFirst() : undefined;
  const row = codec.encode(held);
  await db
    .insertInto('connection_leases')
    .values(row)
    .onConflict(conflict => conflict.column('station_id').doUpdateSet(row))
    .execute();
  if (before?.connection_id === connectionId) return;
  await emit(db, 'station.connected', () => ({
    ...{ subject: `station ${stationId}`, clientId: null },
    data: { station: stationId, protocol },
  }));
}

async function removeLease(
  db: Db,
  { stationId, connectionId }: Pick<ConnectionLeaseRecord, 'stationId' | 'connectionId'>,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('connection_leases')
    .where('station_id', '=', stationId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await emit(db, 'station.disconnected', () => ({
    ...{ subject: `station ${stationId}`, clientId: null },
    data: { station: stationId, protocol: null },
  }));
}
