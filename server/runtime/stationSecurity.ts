import type { FirmwareListener } from '../core/ports/firmwarePort.ts';
import type { SecurityListener } from '../core/ports/securityPort.ts';
import { type AlertKind, raiseAlertOnce } from './alerts.ts';
import type { OperatorContext } from './context.ts';

type Context = Pick<OperatorContext, 'store' | 'clock'>;

/** Stands between the identity of a station and the type of an event, which has no such character. */
const TYPE_SEPARATOR = ':';

interface Reported {
  station: string;
  /** What the station reports. */
  what: string;
  /** Identifies what has happened. It raises one alert. */
  since: Date;
}

const raise = (
  { store, clock }: Context,
  { subjectId, why, station, what, since }: Reported & { subjectId: string; why: AlertKind },
): Promise<void> => {
  const alert = { at: clock.now(), subjectId, why, facts: { reason: `${station}: ${what}` } };
  return store.inTransaction(trx => raiseAlertOnce(trx, { ...alert, occasion: since.getTime() }));
};

/** Raises one alert for each type and series of security events of an OCPP station, so that no event hides another. Staff close it. */
export const noteSecurityEvent = (
  context: Context,
  { type, ...reported }: Parameters<SecurityListener['reportSecurityEvent']>[0],
): Promise<void> => {
  const why = 'a station reports a security event';
  return raise(context, { ...reported, why, what: type, subjectId: `ocpp:${reported.station}${TYPE_SEPARATOR}${type}` });
};

/** Raises an alert about a firmware update that has failed. Staff close the alert. */
export const noteFirmwareFailure = (
  context: Context,
  { state, ...reported }: Parameters<FirmwareListener['reportFirmwareFailure']>[0],
): Promise<void> => {
  const why = 'a station has not updated its firmware';
  return raise(context, { ...reported, why, what: state, subjectId: `ocpp:${reported.station}` });
};
