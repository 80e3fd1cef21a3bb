import type { Audit, AuditQuery } from '../../../shared/console/audit.ts';
import type { Db } from '../../store/engine/database.ts';
import { listActors, listActs } from '../../store/staff/acts.ts';

const PAGE_SIZE = 50;

/** Returns one page of the audit log, newest entries first. */
export async function getAudit(db: Db, query: AuditQuery, limit = PAGE_SIZE): Promise<Audit> {
  const found = await listActs(db, { ...query, limit: limit + 1 });
  const lines = found.slice(0, limit);
  return {
    lines,
    before: found.length > limit ? (lines.at(-1)?.id ?? null) : null,
    people: await listActors(db),
  };
}
