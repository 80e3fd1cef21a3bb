import { DAY_MS } from '../../../../shared/model/time.ts';
import type { AnomalyListener } from '../../../core/ports/stationPort.ts';
import { raiseAlertOnce } from '../../../runtime/alerts.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { findSessionByStart } from '../../../store/shop/sessions.ts';

/**
 * Raises an alert about a session that a CPO platform reports incorrectly. A session that the app knows gets one alert. For
 * unknown sessions, a connection has at most one open alert and at most one new alert a day, because its peer can invent any
 * number of session ids.
 */
export async function reportAnomaly(
  { store, clock }: Pick<OperatorContext, 'store' | 'clock'>,
  { why, authorizationReference, session, connection }: Parameters<AnomalyListener['reportAnomaly']>[0],
): Promise<void> {
  await store.inTransaction(async trx => {
    const known = authorizationReference === null ? null : await findSessionByStart(trx, authorizationReference);
    const facts = { reason: session };
    const at = clock.now();
    const subjectId = known?.id ?? connection ?? session;
    const occasion = known === null && connection !== undefined ? Math.floor(at.getTime() / DAY_MS) : null;
    await raiseAlertOnce(trx, { at, subjectId, why, facts, occasion });
  });
}
