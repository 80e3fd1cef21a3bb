import type { FirmwareListener } from '../core/ports/firmwarePort.ts';
import type { SecurityListener } from '../core/ports/securityPort.ts';
import { type AlertKind, raiseAlertOnce } from './alerts.ts';
import type { OperatorContext } from './context.ts';

type Context = Pick<OperatorContext, 'store' | 'clock'>;

interface Reported {
  station: string;
  /** What the station reports. */
  what: string;
  /** Identifies what has happened. It raises one alert. */
  since: Date;
}

const raise = ({ store, clock }: Context, why: AlertKind, { station, what, since }: Reported): Promise<void> => {
  const alert = { at: clock.now(), subjectId: `ocpp:${station}`, why, facts: { reason: `${station}: ${what}` } };
  return store.inTransaction(trx => raiseAlertOnce(trx, { ...alert, occasion: since.getTime() }));
};

/** Raises one alert for each series of security events of an OCPP station. Staff close the alert. */
export const noteSecurityEvent = (
  context: Context,
  { type, ...reported }: Parameters<SecurityListener['reportSecurityEvent']>[0],
): Promise<void> => raise(context, 'a station reports a security event', { ...reported, what: type });

/** Raises an alert about a firmware update that has failed. Staff close the alert. */
export const noteFirmwareFailure = (
  context: Context,
  { state, ...reported }: Parameters<FirmwareListener['reportFirmwareFailure']>[0],
): Promise<void> => raise(context, 'a station has not updated its firmware', { ...reported, what: state });
