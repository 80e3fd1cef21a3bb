import type { Audit, AuditAsk } from '../../../shared/console/audit.ts';
import type { Db } from '../../store/engine/database.ts';
import { listActors, listActs } from '../../store/staff/acts.ts';

const MOST = 50;

/** A page of what people have done, the newest first. */
export async function getAudit(db: Db, ask: AuditAsk, most = MOST): Promise<Audit> {
  const found = await listActs(db, { ...ask, most: most + 1 });
  const lines = found.slice(0, most);
  return {
    lines,
    before: found.length > most ? (lines.at(-1)?.id ?? null) : null,
    people: await listActors(db),
  };
}
