import type { ClaimListener } from '../../core/ports/stationPort.ts';
import { raiseAlertOnce, settleAlert } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { listNotesOn } from '../../store/jobs/alertRows.ts';

const WHY = 'a connection claims other parties';

/**
 * Raises an alert if an OCPI connection claims parties that belong to another connection. A further claim raises the alert
 * again. The alert is settled when the connection has no open claims.
 */
export async function noteClaims(
  { store, clock }: Pick<OperatorContext, 'store' | 'clock'>,
  { connection, claims, since }: Parameters<ClaimListener['reportClaims']>[0],
): Promise<void> {
  const subjectId = `ocpi:${connection}`;
  await store.inTransaction(async trx => {
    const at = clock.now();
    const open = (await listNotesOn(trx, subjectId)).find(({ facts, closedAt }) => facts.why === WHY && closedAt === null);
    const isOver = claims === '' || (open !== undefined && open.facts.occasion !== since);
    if (open && isOver) await settleAlert(trx, { subjectId, why: WHY, reason: claims || 'no open claims', now: at });
    if (claims !== '') await raiseAlertOnce(trx, { at, subjectId, why: WHY, facts: { reason: claims }, occasion: since });
  });
}
