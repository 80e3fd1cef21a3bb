import type { CdrUpdate } from '../../../core/ports/stationPort.ts';
import { raiseAlertOnce } from '../../../runtime/alerts.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { findSessionByStart, updateSession } from '../../../store/shop/sessions.ts';

const ALERT_BY_UPDATE = {
  reversed: 'an account was taken back after the bill',
  unclear: 'an account was taken back in an unclear way',
  another: 'another account of a billed session',
} as const satisfies Readonly<Record<CdrUpdate, string>>;

/**
 * Applies a CPO platform's later change of a CDR: a reversal, an unclear reversal, or another CDR. Captured money is not
 * refunded automatically: an alert asks staff to decide.
 */
export async function applyCdrUpdate(
  context: OperatorContext,
  authorizationReference: string,
  { kind, reference }: { kind: CdrUpdate; reference: string },
): Promise<void> {
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    const session = await findSessionByStart(trx, authorizationReference);
    if (!session) return;
    // The bill is still waiting and nothing has been captured. After the reversal its amount is 0, until a new CDR arrives or
    // staff decide.
    if (kind === 'reversed' && session.review && session.state === 'stopping') {
      const review = { ...session.review, reference, why: ['taken back'], theirsMinor: 0, maxMinor: 0 };
      // The platform's invoice is reversed together with its CDR.
      await updateSession(trx, session, { review, invoiceReference: null });
      return;
    }
    if ((session.totalMinor ?? 1) === 0) return;
    const isBefore = kind === 'reversed' && session.state !== 'completed';
    const why = isBefore ? 'an account was taken back before the bill' : ALERT_BY_UPDATE[kind];
    await raiseAlertOnce(trx, { at: now, subjectId: session.id, why, facts: { reason: reference } });
  });
}
