import type { Db } from '../store/engine/database.ts';
import { emit } from '../store/jobs/webhookEvents.ts';
import { findSubject } from '../store/staff/overview.ts';

/** Writes the event of an alert. It names no more of the subject than the transaction number of its session. */
export const emitAlert = (
  trx: Db,
  type: 'attention.opened' | 'attention.done',
  { id, subjectId, kind }: { id: number; subjectId: string; kind: string },
): Promise<void> =>
  emit(trx, type, async () => {
    const session = await findSubject(trx, subjectId);
    const data = { attention: id, kind, session: session?.number ?? null };
    return { subject: `attention ${id}`, clientId: session?.clientId ?? null, data };
  });
