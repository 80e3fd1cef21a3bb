import type { Audit, AuditQuery } from '../../../shared/console/audit.ts';
import type { Db } from '../../store/engine/database.ts';
import { listActors, listActs } from '../../store/staff/acts.ts';

const PAGE_SIZE = 50;

/** A page of what people have done, the newest first. */
export async function getAudit(db: Db, ask: AuditQuery, most = PAGE_SIZE): Promise<Audit> {
  const found = await listActs(db, { ...ask, most: most + 1 });
  const lines = found.slice(0, most);
  return {
    lines,
    before: found.length > most ? (lines.at(-1)?.id ?? null) : null,
    people: await listActors(db),
  };
}
