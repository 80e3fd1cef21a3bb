import type { Db } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { HELD_STATION, type HeldStationRecord } from '../tables/otherTables.ts';

const codec = codecOf(HELD_STATION);

/**
 * A process that has not renewed its leases for this time holds no station. The same applies if the renewal is this far in the
 * future.
 */
export const HELD_MS = 30_000;

/** Stores which process holds the socket of each station. The newest connection of a station counts. */
export function createHeldStations(db: Db) {
  return {
    async put(held: HeldStationRecord): Promise<void> {
      const row = codec.encode(held);
      await db
        .insertInto('held_stations')
        .values(row)
        .onConflict(conflict => conflict.column('station_id').doUpdateSet(row))
        .execute();
    },
    /** Renews all leases of a process in one statement. */
    async renew(processId: string, at: Date): Promise<void> {
      await db.updateTable('held_stations').set({ seen_at: at.getTime() }).where('process_id', '=', processId).execute();
    },
    /** Removes only this connection. A newer one of the station stays. */
    async remove({ stationId, connectionId }: Pick<HeldStationRecord, 'stationId' | 'connectionId'>): Promise<void> {
      await db
        .deleteFrom('held_stations')
        .where('station_id', '=', stationId)
        .where('connection_id', '=', connectionId)
        .execute();
    },
    /** Leases of live processes. */
    async list(now: Date): Promise<readonly HeldStationRecord[]> {
      const rows = await db
        .selectFrom('held_stations')
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
    async find(stationId: string, now: Date): Promise<HeldStationRecord | null> {
      const row = await db
        .selectFrom('held_stations')
        .selectAll()
        .where('station_id', '=', stationId)
        .where('seen_at', '>=', now.getTime() - HELD_MS)
        .where('seen_at', '<=', now.getTime() + HELD_MS)
        .executeTakeFirst();
      return row ? codec.decode(row) : null;
    },
  };
}
