import { type Hold, type Payments, ProviderUnavailable } from '../../../server/core/ports/ports.ts';
import type { StationSession, Stations } from '../../../server/core/ports/stationPort.ts';
import { NO_PAYOUTS } from '../../support/fakePayouts.ts';
import { someCapabilities } from '../../support/someStation.ts';
import { post } from './wire.ts';

/** Implements the app's port `Payments` by HTTP calls to the process of the fake payment provider. */
export function createPeerPayments(origin: string): Payments {
  const call = (step: string, body: Readonly<Record<string, unknown>>): Promise<unknown> =>
    post(`${origin}/${step}`, body).catch((error: unknown) => {
      throw new ProviderUnavailable(String(error));
    });
  const hold = async (step: string, body: Readonly<Record<string, unknown>>): Promise<Hold> => {
    const { ref, state, amountMinor, capturedMinor, captureBefore } = (await call(step, body)) as Hold & { amountMinor: number };
    return {
      ref,
      state,
      currency: 'EUR',
      capturedMinor,
      refundedMinor: 0,
      isDisputed: false,
      captureBefore: captureBefore && new Date(captureBefore),
      authorisedMinor: state === 'open' || state === 'expired' ? 0 : amountMinor,
      cardDigits: ['4242'],
      cardBrand: 'visa',
      cardFingerprint: null,
    };
  };
  return {
    name: 'peer',
    host: 'pay.example',
    redirectOrigins: [],
    limits: () => ({ minMinor: 50, stepMinor: 1 }),
    createCheckout: ({ paymentId, key, amountMinor, expiresAt }) =>
      call('authorise', { paymentId, key, amountMinor, expiresAt: expiresAt.getTime() }) as Promise<{ ref: string; url: string }>,
    read: ref => hold('read', { ref }),
    capture: facts => hold('capture', facts),
    close: facts => hold('close', facts),
    release: facts => hold('release', facts),
    refund: facts => hold('refund', facts),
    ...NO_PAYOUTS,
    health: async () => undefined,
  };
}

const METER_INTERVAL_S = 60;

/** Implements the app's port `Stations` by HTTP calls to the process of the fake stations. */
export function createPeerStations(origin: string): Stations {
  const call = <T>(step: string, authorizationReference: string, otherwise: T): Promise<T> =>
    (post(`${origin}/${step}`, { authorizationReference }) as Promise<T>).catch(() => otherwise);
  return {
    capabilities: () => someCapabilities({ meterIntervalS: METER_INTERVAL_S }),
    unlock: async () => 'unlocked',
    sendPaymentAdvice: async () => 'sent',
    start: ({ authorizationReference }) => call<'accepted' | 'refused' | 'unknown'>('start', authorizationReference, 'unknown'),
    cancelStart: ({ authorizationReference }) =>
      call<'cancelled' | 'already-started' | 'unknown'>('cancelStart', authorizationReference, 'unknown'),
    stop: ({ authorizationReference }) =>
      call<'accepted' | 'already-stopped' | 'unknown'>('stop', authorizationReference, 'unknown'),
    health: async () => undefined,
    read: async ({ authorizationReference }) => readStation(await call<object | null>('read', authorizationReference, null)),
  };
}

/** Converts a station session from JSON, in which times are texts. */
export function readStation(json: object | null): StationSession | null {
  if (!json) return null;
  const { startedAt, endedAt, readings, ...more } = json as StationSession;
  return {
    ...more,
    startedAt: startedAt && new Date(startedAt),
    endedAt: endedAt && new Date(endedAt),
    readings: readings.map(reading => ({ ...reading, at: new Date(reading.at) })),
  };
}
