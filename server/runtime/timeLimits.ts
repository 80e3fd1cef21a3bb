import { within } from '../../shared/util/within.ts';
import { type Payments, ProviderUnavailable } from '../core/ports/ports.ts';
import type { CodeVerdict, Stations } from '../core/ports/stationPort.ts';

/**
 * Maximum duration of a call to an external system. A hanging call would delay the sweep and thereby all drivers. Adapters have
 * shorter limits of their own.
 */
const LIMIT_MS = 30_000;

/**
 * Ends a call that has exceeded its time limit. The outcome of the call is unknown.
 * @throws ProviderUnavailable always
 */
export function unavailable(): never {
  throw new ProviderUnavailable('No response in time');
}

/** Wraps the payment provider so that each call has a time limit. The outcome of a call that exceeds the limit is unknown. */
export function timedPayments(payments: Payments, limitMs = LIMIT_MS): Payments {
  return {
    ...payments,
    createCheckout: request => within(payments.createCheckout(request), limitMs, unavailable),
    read: ref => within(payments.read(ref), limitMs, unavailable),
    capture: request => within(payments.capture(request), limitMs, unavailable),
    close: request => within(payments.close(request), limitMs, unavailable),
    release: request => within(payments.release(request), limitMs, unavailable),
    refund: request => within(payments.refund(request), limitMs, unavailable),
    listPayouts: request => within(payments.listPayouts(request), limitMs, unavailable),
    listPayoutRows: request => within(payments.listPayoutRows(request), limitMs, unavailable),
    health: () => within(payments.health(), limitMs, unavailable),
  };
}

const UNKNOWN: CodeVerdict = { is: 'unknown' };

/** Wraps the stations so that each call has a time limit. The outcome of a call that exceeds the limit is unknown. */
export function timedStations(stations: Stations, limitMs = LIMIT_MS): Stations {
  return {
    ...stations,
    start: request => within(stations.start(request), limitMs, () => 'unknown'),
    cancelStart: request => within(stations.cancelStart(request), limitMs, () => 'unknown'),
    stop: request => within(stations.stop(request), limitMs, () => 'unknown'),
    unlock: request => within(stations.unlock(request), limitMs, () => 'unknown'),
    sendPaymentAdvice: request => within(stations.sendPaymentAdvice(request), limitMs, () => 'unknown'),
    read: request => within(stations.read(request), limitMs, () => null),
    checkCode: async request => (stations.checkCode ? within(stations.checkCode(request), limitMs, () => UNKNOWN) : UNKNOWN),
    sendPaymentStarted: async request =>
      within(Promise.resolve(stations.sendPaymentStarted?.(request)), limitMs, () => undefined),
    health: () => within(stations.health(), limitMs, unavailable),
  };
}
