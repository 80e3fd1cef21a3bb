import type { Db } from '../../../store/engine/database.ts';
import { latestAudit } from '../../../store/jobs/audit.ts';

/** The name of the audit entry that stores a staff decision about a bill. */
export const MANUAL_BILLING = 'billed by hand';

/** Returns the maximum that staff have decided to charge for a session, in minor units; null if there is no decision. */
export async function agreedMaximum(db: Db, sessionId: string): Promise<number | null> {
  const decision = await latestAudit(db, { subjectId: sessionId, what: MANUAL_BILLING });
  return decision?.maxMinor === undefined ? null : Number(decision.maxMinor);
}
