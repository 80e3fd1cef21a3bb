import type { PlugState } from '../../../shared/charging/session.ts';
import type { Db } from '../engine/database.ts';

/** A change of the state that a station reports for a connector. Database triggers record the changes. */
export interface PlugChange {
  connector: string;
  at: Date;
  state: PlugState;
  /** Fault that the station reported with the state. Null: none. */
  fault: string | null;
}

const COLUMNS = ['connector', 'at', 'state', 'fault'] as const;

/** Lists the state changes of a connector since a time, and the last change before that time, oldest first. */
export async function listPlugChanges(
  db: Db,
  { evseId, connector, since, limit }: { evseId: string; connector: string; since: Date; limit: number },
): Promise<PlugChange[]> {
  const all = db.selectFrom('plug_changes').select(COLUMNS).where('evse_id', '=', evseId).where('connector', '=', connector);
  const before = await all.where('at', '<', since.getTime()).orderBy('at', 'desc').limit(1).execute();
  const later = await all.where('at', '>=', since.getTime()).orderBy('at', 'desc').limit(limit).execute();
  return [...before, ...later.reverse()].map(change => ({ ...change, at: new Date(change.at) }));
}

/** Deletes state changes before a time, except the last one of each connector, which tells its state at that time. */
export async function removePlugChanges(db: Db, before: Date): Promise<void> {
  const old = await db
    .selectFrom('plug_changes')
    .select(['evse_id', 'connector', 'at'])
    .where('at', '<', before.getTime())
    .orderBy('at')
    .execute();
  for (const changes of Map.groupBy(old, ({ evse_id, connector }) => `${evse_id} ${connector}`).values()) {
    const last = changes.at(-1);
    if (!last || changes.length === 1) continue;
    const own = db.deleteFrom('plug_changes').where('evse_id', '=', last.evse_id).where('connector', '=', last.connector);
    await own.where('at', '<', last.at).execute();
  }
}
