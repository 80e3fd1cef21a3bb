import { within } from '../../shared/util/within.ts';
import { type Payments, ProviderUnavailable } from '../core/ports/ports.ts';
import type { CodeVerdict, Stations } from '../core/ports/stationPort.ts';

/**
 * The longest that a call to another system may take, whatever an adapter does: a call that hangs would delay the sweep, and
 * with it every driver. Adapters have shorter limits of their own. Wrapped around them in compose/operator.ts.
 */
const LIMIT_MS = 30_000;

/** The outcome is unknown. @throws ProviderUnavailable */
export function unavailable(): never {
  throw new ProviderUnavailable('No response in time');
}

/** The provider, but no call takes longer than the limit; after it the outcome is unknown. */
export function timedPayments(payments: Payments, limitMs = LIMIT_MS): Payments {
  return {
    ...payments,
    createCheckout: ask => within(payments.createCheckout(ask), limitMs, unavailable),
    read: ref => within(payments.read(ref), limitMs, unavailable),
    capture: ask => within(payments.capture(ask), limitMs, unavailable),
    close: ask => within(payments.close(ask), limitMs, unavailable),
    release: ask => within(payments.release(ask), limitMs, unavailable),
    refund: ask => within(payments.refund(ask), limitMs, unavailable),
    listPayouts: ask => within(payments.listPayouts(ask), limitMs, unavailable),
    listPayoutRows: ask => within(payments.listPayoutRows(ask), limitMs, unavailable),
    health: () => within(payments.health(), limitMs, unavailable),
  };
}

const UNKNOWN: CodeVerdict = { is: 'unknown' };

/** The stations, but no call takes longer than the limit; after it the outcome is unknown. */
export function timedStations(stations: Stations, limitMs = LIMIT_MS): Stations {
  return {
    ...stations,
    start: ask => within(stations.start(ask), limitMs, () => 'unknown'),
    cancelStart: ask => within(stations.cancelStart(ask), limitMs, () => 'unknown'),
    stop: ask => within(stations.stop(ask), limitMs, () => 'unknown'),
    unlock: ask => within(stations.unlock(ask), limitMs, () => 'unknown'),
    tellPayment: ask => within(stations.tellPayment(ask), limitMs, () => 'unknown'),
    read: ask => within(stations.read(ask), limitMs, () => null),
    checkCode: async ask => (stations.checkCode ? within(stations.checkCode(ask), limitMs, () => UNKNOWN) : UNKNOWN),
    tellPaying: async ask => within(Promise.resolve(stations.tellPaying?.(ask)), limitMs, () => undefined),
    health: () => within(stations.health(), limitMs, unavailable),
  };
}
