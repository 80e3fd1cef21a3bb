import { raiseAlertOnce } from '../alerts.ts';
import type { OperatorContext } from '../context.ts';
import type { OddityListener } from '../stationPort.ts';
import { findSessionByStart } from '../store/sessions.ts';

/** Sessions that no driver here has asked for. Each has its own alert, however often it is told. */
export async function noteOddity(
  { store, clock }: Pick<OperatorContext, 'store' | 'clock'>,
  { why, authorizationReference, session }: Parameters<OddityListener['reportOddity']>[0],
): Promise<void> {
  await store.inTransaction(async trx => {
    const known = authorizationReference === null ? null : await findSessionByStart(trx, authorizationReference);
    const facts = { reason: session };
    await raiseAlertOnce(trx, { at: clock.now(), subjectId: known?.id ?? session, why, facts });
  });
}
