import { raiseAlertOnce } from '../alerts.ts';
import type { OperatorContext } from '../context.ts';
import type { OddityListener } from '../stationPort.ts';
import { findSessionByStart } from '../store/sessions.ts';

/**
 * What is wrong with a session that a source reports. One alert for each session of ours; without one, one for each connection: a
 * peer can invent any number of names.
 */
export async function noteOddity(
  { store, clock }: Pick<OperatorContext, 'store' | 'clock'>,
  { why, authorizationReference, session }: Parameters<OddityListener['reportOddity']>[0],
): Promise<void> {
  await store.inTransaction(async trx => {
    const known = authorizationReference === null ? null : await findSessionByStart(trx, authorizationReference);
    const facts = { reason: session };
    await raiseAlertOnce(trx, { at: clock.now(), subjectId: known?.id ?? session.split('/')[0] ?? session, why, facts });
  });
}
