import { DAY_MS } from '../../../../shared/model/time.ts';
import type { AnomalyListener } from '../../../core/ports/stationPort.ts';
import { raiseAlertOnce } from '../../../runtime/alerts.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { findSessionByStart } from '../../../store/shop/sessions.ts';

/**
 * What is wrong with a session that a source reports. One alert for each session of ours. Of a connection one alert is open at a time,
 * and at most one is raised a day: a peer can invent any number of names.
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
