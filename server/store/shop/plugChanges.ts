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

/** Number of rows per statement. Small, so that other work on the database is not blocked. */
const AT_ONCE = 500;

/** Deletes state changes before a time, except the last one of each connector, which tells its state at that time. */
export async function removePlugChanges(db: Db, before: Date): Promise<void> {
  for (let removed = AT_ONCE; removed >= AT_ONCE; ) removed = await removeSome(db, before.getTime());
}

/** @returns the number of deleted rows, at most `AT_ONCE` */
async function removeSome(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('plug_changes')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('evse_id', 'connector', 'at'),
        'in',
        selectFrom('plug_changes as old')
          .select(['old.evse_id', 'old.connector', 'old.at'])
          .where('old.at', '<', before)
          .where(old =>
            old.exists(
              old
                .selectFrom('plug_changes as next')
                .select('next.at')
                .whereRef('next.evse_id', '=', 'old.evse_id')
                .whereRef('next.connector', '=', 'old.connector')
                .whereRef('next.at', '>', 'old.at')
                .where('next.at', '<', before),
            ),
          )
          .orderBy('old.at')
          .limit(AT_ONCE)
          .$asTuple('evse_id', 'connector', 'at'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
