import type { FirmwareListener } from '../core/ports/firmwarePort.ts';
import type { SecurityListener } from '../core/ports/securityPort.ts';
import type { RefusalListener } from '../core/ports/stationPort.ts';
import { raiseAlertOnce, settleAlert } from './alerts.ts';
import type { OperatorContext } from './context.ts';
import { noteFirmwareFailure, noteSecurityEvent } from './stationSecurity.ts';

const WHY = 'a station is refused again and again';
const subjectOf = (station: string): string => `ocpp:${station}`;
type Context = Pick<OperatorContext, 'store' | 'clock'>;

/** Raises one alert for each series of refused connection attempts of an OCPP station. */
async function noteRefusals(
  { store, clock }: Context,
  { station, since, reason }: Parameters<RefusalListener['reportRefusals']>[0],
): Promise<void> {
  const alert = { at: clock.now(), subjectId: subjectOf(station), why: WHY, facts: { reason: `${station}: ${reason}` } } as const;
  await store.inTransaction(trx => raiseAlertOnce(trx, { ...alert, occasion: since.getTime() }));
}

/** Closes the alert about refused connection attempts, because the station has connected. */
async function settleRefusals({ store, clock }: Context, { station }: { station: string }): Promise<void> {
  const reason = 'The station has connected.';
  await store.inTransaction(trx => settleAlert(trx, { subjectId: subjectOf(station), why: WHY, reason, now: clock.now() }));
}

/** Raises and closes the alerts about OCPP stations. */
export const stationAlerts = (context: Context): RefusalListener & SecurityListener & FirmwareListener => ({
  reportRefusals: options => noteRefusals(context, options),
  endRefusals: options => settleRefusals(context, options),
  reportSecurityEvent: options => noteSecurityEvent(context, options),
  reportFirmwareFailure: options => noteFirmwareFailure(context, options),
});
