import type { LogFileRows, UploadStart } from '../../core/ports/stationLogFiles.ts';
import type { DatabaseAccess, Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { STATION_LOG_FILE, type StationLogFileRecord } from '../tables/otherTables.ts';

export type { StationLogFileRecord } from '../tables/otherTables.ts';

const codec = codecOf(STATION_LOG_FILE);

/** Maximum number of log files of one station. */
const MAX_FILES = 10;
/** Maximum number of uploads of one file. A station repeats an upload that was cut off. */
const MAX_ATTEMPTS = 20;
const ROWS_AT_ONCE = 50;

/** Stores log files in the database, so that every process can receive and show them, and backups contain them. */
export const createLogFileRows = ({ db, inTransaction }: Pick<DatabaseAccess, 'db' | 'inTransaction'>): LogFileRows => ({
  async add({ id, stationId, kind, requestId, tokenHash, to, requestedAt }) {
    const row = codec.encode({
      ...{ id, stationId, kind, requestId, tokenHash, sentTo: to, requestedAt, state: 'requested', stateAt: requestedAt },
      ...{ attempt: 0, name: null, sizeBytes: null, receivedAt: null },
    });
    await inTransaction(async trx => {
      await trx.insertInto('station_log_files').values(row).execute();
      const former = await ofStation(trx, stationId).select('id').offset(MAX_FILES).limit(ROWS_AT_ONCE).execute();
      await removeFiles(
        trx,
        former.map(each => each.id),
      );
    });
  },
  remove: id => inTransaction(trx => removeFiles(trx, [id])),
  removeAll: stationId =>
    inTransaction(async trx => {
      const all = await ofStation(trx, stationId).select('id').limit(MAX_FILES).execute();
      await removeFiles(
        trx,
        all.map(({ id }) => id),
      );
    }),
  async report({ stationId, requestId, state, at }) {
    const meant = ofStation(db, stationId).select('id').limit(1);
    await db
      .updateTable('station_log_files')
      .set({ state, state_at: at.getTime() })
      .where('id', '=', requestId === null ? meant : meant.where('request_id', '=', requestId))
      .where('state', '!=', state)
      .where('received_at', 'is', null)
      .execute();
  },
  async begin({ tokenHash, requestedSince }): Promise<UploadStart> {
    const upload = await db
      .updateTable('station_log_files')
      .set(eb => ({ attempt: eb('attempt', '+', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('requested_at', '>', requestedSince.getTime())
      .where('received_at', 'is', null)
      .where('attempt', '<', MAX_ATTEMPTS)
      .returning(['id', 'attempt'])
      .executeTakeFirst();
    if (upload) {
      const earlier = db.deleteFrom('station_log_parts').where('log_file_id', '=', upload.id);
      await earlier.where('attempt', '<', upload.attempt).execute();
      return upload;
    }
    const row = await db.selectFrom('station_log_files').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
    if (!row || row.requested_at <= requestedSince.getTime()) return 'unknown';
    return row.received_at === null ? 'full' : 'received';
  },
  // In one transaction with the check, so that no part stays without its request.
  addPart: ({ id, attempt }, { number, bytes }) =>
    inTransaction(async trx => {
      const row = await trx.selectFrom('station_log_files').select('attempt').where('id', '=', id).executeTakeFirst();
      if (row?.attempt !== attempt) return false;
      await trx.insertInto('station_log_parts').values({ log_file_id: id, attempt, part: number, bytes }).execute();
      return true;
    }),
  complete: ({ id, attempt }, { name, sizeBytes, at }) =>
    inTransaction(async trx => {
      // A later upload has increased the number and removed the parts of this one.
      const { numUpdatedRows } = await trx
        .updateTable('station_log_files')
        .set({ ...codec.encodePart({ name, sizeBytes, receivedAt: at, state: 'uploaded', stateAt: at }) })
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where('received_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    }),
  async abandon({ id, attempt }) {
    await db.deleteFrom('station_log_parts').where('log_file_id', '=', id).where('attempt', '=', attempt).execute();
  },
});

const ofStation = (db: Db, stationId: string) =>
  db.selectFrom('station_log_files').where('station_id', '=', stationId).orderBy('requested_at', 'desc').orderBy('id');

async function removeFiles(db: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('station_log_parts').where('log_file_id', 'in', ids).execute();
  await db.deleteFrom('station_log_files').where('id', 'in', ids).execute();
}

/** Lists the requested log files of a station, newest first. */
export async function listLogFiles(db: Db, stationId: string): Promise<StationLogFileRecord[]> {
  return (await ofStation(db, stationId).selectAll().limit(MAX_FILES).execute()).map(codec.decode);
}

/** Finds a log file of a station. */
export async function findLogFile(
  db: Db,
  { id, stationId }: Pick<StationLogFileRecord, 'id' | 'stationId'>,
): Promise<StationLogFileRecord | null> {
  const query = db.selectFrom('station_log_files').selectAll().where('id', '=', id).where('station_id', '=', stationId);
  const row = await query.executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** Reads the content of a log file, one part at a time. */
export async function* readLogFile(
  db: Db,
  { id, attempt }: Pick<StationLogFileRecord, 'id' | 'attempt'>,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part++) {
    const row = await db
      .selectFrom('station_log_parts')
      .select('bytes')
      .where('log_file_id', '=', id)
      .where('attempt', '=', attempt)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!row) return;
    yield row.bytes;
  }
}

/** Removes the log files that were requested before a time. */
export async function removeOldLogFiles(
  { db, inTransaction }: Pick<DatabaseAccess, 'db' | 'inTransaction'>,
  before: Date,
): Promise<void> {
  for (;;) {
    const old = db.selectFrom('station_log_files').select('id').where('requested_at', '<', before.getTime());
    const ids = (await old.orderBy('requested_at').limit(ROWS_AT_ONCE).execute()).map(({ id }) => id);
    await inTransaction(trx => removeFiles(trx, ids));
    if (ids.length < ROWS_AT_ONCE) return;
  }
}
