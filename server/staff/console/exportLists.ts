import type { ActNames, AuditQuery } from '../../../shared/console/audit.ts';
import type { ListFormat, OperatedFile } from '../../../shared/console/files.ts';
import type { SessionQuery } from '../../../shared/console/sessions.ts';
import { isoDay } from '../../../shared/model/time.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Actor } from '../acts/actor.ts';
import { type ExportContext, noteExport } from '../acts/noteExport.ts';
import { auditCsv } from './auditCsv.ts';
import { orderTimeOf } from './sessionLists.ts';
import { sessionsCsv } from './sessionsCsv.ts';

const CSV = 'text/csv; charset=utf-8';

/**
 * Exports the list of sessions as a file. The audit log records the person and the filters, but not the search terms, which may
 * be personal data.
 */
export async function exportSessions(
  place: ExportContext & Pick<OperatorContext, 'books'>,
  asker: Actor,
  query: SessionQuery & ListFormat,
): Promise<OperatedFile> {
  const { when, is } = query;
  const { day, hour } = (when === undefined ? null : orderTimeOf(place, when)) ?? { day: null, hour: null };
  await noteExport(place, asker, { about: 'sessions', kind: 'csv', ...(day && { day }), ...(is && { is }) });
  const name = ['sessions', is, day ?? isoDay(place.now), hour].filter(part => part != null).join('-');
  return { fileName: `${name}.csv`, contentType: CSV, bytes: sessionsCsv({ ...place, db: place.store.db }, query) };
}

/** Exports the audit log as a file. The export itself is recorded first, so it is the newest entry in the file. */
export async function exportAudit(
  place: ExportContext,
  asker: Actor,
  query: AuditQuery & ListFormat & ActNames,
): Promise<OperatedFile> {
  await noteExport(place, asker, { about: 'audit', kind: 'csv', ...(query.is && { is: query.is }) });
  const name = ['audit', query.is, isoDay(place.now)].filter(Boolean).join('-');
  return { fileName: `${name}.csv`, contentType: CSV, bytes: auditCsv(place.store.db, query) };
}
