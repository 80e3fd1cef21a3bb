import type { StationAddress, StationCapabilities } from '../../server/core/ports/stationPort.ts';

/** Returns the address of a simulated plug. */
export const someAddress = (more: Partial<StationAddress> = {}): StationAddress => ({
  source: 'simulator',
  evseId: 'DE*BLF*E1001*1',
  connector: '1',
  countryCode: 'DE',
  partyId: 'BLF',
  locationId: 'LOC1',
  evseUid: 'UID1',
  chargePoint: null,
  ...more,
});

export const someCapabilities = (more: Partial<StationCapabilities> = {}): StationCapabilities => ({
  isReachable: true,
  meterIntervalS: 10,
  rejectsCancelledStarts: true,
  canUnlock: true,
  lastValueWithinS: 15 * 60,
  receivesPaymentAdvice: false,
  ...more,
});
