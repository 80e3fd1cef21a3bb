import type { CdrUpdate } from '../../../core/ports/stationPort.ts';
import { raiseAlertOnce } from '../../../runtime/alerts.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { findSessionByStart, updateSession } from '../../../store/shop/sessions.ts';

const ALERT_BY_UPDATE = {
  reversed: 'an account was taken back after the bill',
  unclear: 'an account was taken back in an unclear way',
  another: 'another account of a billed session',
} as const satisfies Readonly<Record<CdrUpdate, string>>;

/** What a source does with an account after it has told it. What has been taken is given back only by a person. */
export async function applyCdrUpdate(
  context: OperatorContext,
  authorizationReference: string,
  { kind, reference }: { kind: CdrUpdate; reference: string },
): Promise<void> {
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    const session = await findSessionByStart(trx, authorizationReference);
    if (!session) return;
    // Nothing has been taken yet, and for nothing nobody pays: a new account may come, or a person decides.
    if (kind === 'reversed' && session.review && session.state === 'stopping') {
      const review = { ...session.review, reference, why: ['taken back'], theirsMinor: 0, maxMinor: 0 };
      // Whoever takes its account back takes the invoice back as well.
      await updateSession(trx, session, { review, invoiceReference: null });
      return;
    }
    if ((session.totalMinor ?? 1) === 0) return;
    const isBefore = kind === 'reversed' && session.state !== 'completed';
    const why = isBefore ? 'an account was taken back before the bill' : ALERT_BY_UPDATE[kind];
    await raiseAlertOnce(trx, { at: now, subjectId: session.id, why, facts: { reason: reference } });
  });
}
