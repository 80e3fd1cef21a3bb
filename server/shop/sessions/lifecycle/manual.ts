import type { Db } from '../../../store/engine/database.ts';
import { latestAudit } from '../../../store/jobs/audit.ts';

/** The name under which the audit keeps what a person has decided about a bill. */
export const BILLED_BY_HAND = 'billed by hand';

/** The most that a person wants to be taken for a session, in minor units; null: nobody has said. */
export async function mostByHand(db: Db, sessionId: string): Promise<number | null> {
  const asked = await latestAudit(db, { subjectId: sessionId, what: BILLED_BY_HAND });
  return asked?.mostMinor === undefined ? null : Number(asked.mostMinor);
}
