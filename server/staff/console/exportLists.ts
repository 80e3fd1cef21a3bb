import type { ActNames, AuditAsk } from '../../../shared/console/audit.ts';
import type { ListFormat, OperatedFile } from '../../../shared/console/files.ts';
import type { SessionAsk } from '../../../shared/console/operating.ts';
import { isoDay } from '../../../shared/model/time.ts';
import type { Asker } from '../acts/actor.ts';
import { type ExportPlace, noteExport } from '../acts/noteExport.ts';
import { auditCsv } from './auditCsv.ts';
import { sessionsCsv } from './sessionsCsv.ts';

const CSV = 'text/csv; charset=utf-8';

/** The list of sessions as a file. Who takes it, and with which filters, is in the audit; what was looked for is not. */
export async function takeSessions(place: ExportPlace, asker: Asker, ask: SessionAsk & ListFormat): Promise<OperatedFile> {
  const { day, is } = ask;
  await noteExport(place, asker, { about: 'sessions', kind: 'csv', ...(day && { day }), ...(is && { is }) });
  const name = ['sessions', is, day ?? isoDay(place.now)].filter(Boolean).join('-');
  return { fileName: `${name}.csv`, contentType: CSV, bytes: sessionsCsv({ db: place.store.db, now: place.now }, ask) };
}

/** The audit as a file; that it was taken is its newest line. */
export async function takeAudit(place: ExportPlace, asker: Asker, ask: AuditAsk & ListFormat & ActNames): Promise<OperatedFile> {
  await noteExport(place, asker, { about: 'audit', kind: 'csv', ...(ask.is && { is: ask.is }) });
  const name = ['audit', ask.is, isoDay(place.now)].filter(Boolean).join('-');
  return { fileName: `${name}.csv`, contentType: CSV, bytes: auditCsv(place.store.db, ask) };
}
