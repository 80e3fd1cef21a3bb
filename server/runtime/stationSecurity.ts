import type { SecurityListener } from '../core/ports/securityPort.ts';
import { raiseAlertOnce } from './alerts.ts';
import type { OperatorContext } from './context.ts';

/** Raises one alert for each series of security events of an OCPP station. Staff close the alert. */
export async function noteSecurityEvent(
  { store, clock }: Pick<OperatorContext, 'store' | 'clock'>,
  { station, type, since }: Parameters<SecurityListener['reportSecurityEvent']>[0],
): Promise<void> {
  const why = 'a station reports a security event' as const;
  const alert = { at: clock.now(), subjectId: `ocpp:${station}`, why, facts: { reason: `${station}: ${type}` } };
  await store.inTransaction(trx => raiseAlertOnce(trx, { ...alert, occasion: since.getTime() }));
}
