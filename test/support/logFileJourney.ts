import type { Store } from '../../server/store/engine/database.ts';
import {
  createLogFileRows,
  findLogFile,
  listLogFiles,
  readLogFile,
  removeOldLogFiles,
} from '../../server/store/staff/stationLogFiles.ts';

/** Executes everything that the app does with its database for log files of stations: request, reports, upload, download, clean-up. */
export async function logFileJourney(store: Store, now: Date): Promise<void> {
  const { db } = store;
  const rows = createLogFileRows(store);
  const request = { stationId: 'CP1', kind: 'diagnostics', to: null } as const;
  for (let id = 0; id < 11; id++) {
    const requestedAt = new Date(now.getTime() + id);
    await rows.add({ ...request, id: `${id}`, requestId: id, tokenHash: `hash ${id}`, requestedAt });
  }
  await rows.report({ stationId: 'CP1', requestId: null, state: 'uploading', at: now });
  await rows.report({ stationId: 'CP1', requestId: 9, state: 'failed', at: now });
  const requestedSince = new Date(now.getTime() - 1);
  await rows.begin({ tokenHash: 'no hash', requestedSince });
  for (const cutOff of [true, false]) {
    const upload = await rows.begin({ tokenHash: 'hash 9', requestedSince });
    if (typeof upload === 'string') throw new Error(`The upload did not begin: ${upload}`);
    await rows.addPart(upload, { number: 0, bytes: Buffer.from('a log') });
    if (cutOff) await rows.abandon(upload);
    else await rows.complete(upload, { name: 'a.log', sizeBytes: 5, at: now });
  }
  await listLogFiles(db, 'CP1');
  const found = await findLogFile(db, { id: '9', stationId: 'CP1' });
  if (!found) throw new Error('The log file is missing');
  for await (const bytes of readLogFile(db, found)) bytes.toString();
  await rows.remove('9');
  await rows.removeAll('CP1');
  await removeOldLogFiles(store, new Date(now.getTime() + 100));
}
