import type { Db } from '../../../store/engine/database.ts';
import { latestAudit } from '../../../store/jobs/audit.ts';

/** The name under which the audit keeps what a person has decided about a bill. */
export const MANUAL_BILLING = 'billed by hand';

/** The most that a person wants to be taken for a session, in minor units; null: nobody has said. */
export async function agreedMaximum(db: Db, sessionId: string): Promise<number | null> {
  const decision = await latestAudit(db, { subjectId: sessionId, what: MANUAL_BILLING });
  return decision?.maxMinor === undefined ? null : Number(decision.maxMinor);
}
