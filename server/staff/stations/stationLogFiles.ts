import type { OperatedFile } from '../../../shared/console/files.ts';
import type { StationLogFile } from '../../../shared/console/stationLogFiles.ts';
import { iso } from '../../../shared/model/time.ts';
import type { Db } from '../../store/engine/database.ts';
import { findLogFile, listLogFiles, readLogFile, type StationLogFileRecord } from '../../store/staff/stationLogFiles.ts';
import type { Actor } from '../acts/actor.ts';
import { type ExportContext, noteExport } from '../acts/noteExport.ts';

/** Lists the last requested log files of a station, newest first. */
export const listStationLogFiles = async (db: Db, identity: string): Promise<StationLogFile[]> =>
  (await listLogFiles(db, identity)).map(logFileOf);

function logFileOf({ name, sizeBytes, receivedAt, sentTo, requestedAt, stateAt, ...row }: StationLogFileRecord): StationLogFile {
  const { id, kind, state } = row;
  const hasArrived = name !== null && sizeBytes !== null && receivedAt !== null;
  return {
    ...{ id, kind, state, to: sentTo, requestedAt: iso(requestedAt), stateAt: iso(stateAt) },
    file: hasArrived ? { name, sizeBytes, receivedAt: iso(receivedAt) } : null,
  };
}

/**
 * Returns a log file that has arrived, and records the export in the audit log. The content comes from the station, so browsers
 * only save the file and never show it.
 */
export async function exportStationLogFile(
  context: ExportContext,
  asker: Actor,
  { identity, file: id }: { identity: string; file: string },
): Promise<OperatedFile | null> {
  const { db } = context.store;
  const found = await findLogFile(db, { id, stationId: identity });
  if (!found?.receivedAt) return null;
  await noteExport(context, asker, { about: identity, kind: 'log file' });
  const station = identity.replaceAll(/[^\w.-]+/g, '_');
  return {
    fileName: `${station}-${found.name ?? 'log'}`,
    contentType: 'application/octet-stream',
    bytes: readLogFile(db, found),
  };
}
