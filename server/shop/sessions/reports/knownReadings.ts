import type { MeterReading } from '../../../core/ports/stationPort.ts';
import type { KnownReadings } from '../../../runtime/sessionCaches.ts';

/**
 * Returns the readings of a report that are not stored yet. A station may repeat all earlier readings in each report, and
 * storing them again would take longer with each report.
 */
export function newReadings(readings: readonly MeterReading[], known: KnownReadings | undefined): readonly MeterReading[] {
  if (!known || readings.length < known.count) return readings;
  return markOf(readings.slice(0, known.count)) === known.mark ? readings.slice(known.count) : readings;
}

/** Returns the value to cache after a report has been stored. The cached value of a longer report stays. */
export function addKnownReadings(readings: readonly MeterReading[], known: KnownReadings | undefined): KnownReadings | undefined {
  return known && readings.length < known.count ? known : { count: readings.length, mark: markOf(readings) };
}

const PRIMES = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f] as const;

/** Computes a 128-bit hash of the readings. */
function markOf(readings: readonly MeterReading[]): string {
  const sums = [1, 2, 3, 4];
  const mix = (value: number) => {
    for (const [index, prime] of PRIMES.entries()) {
      const mixed = Math.imul((sums[index] ?? 0) ^ value, prime);
      sums[index] = Math.imul(mixed ^ (mixed >>> 15), prime) ^ (mixed >>> 13);
    }
  };
  for (const { at, energyWh, powerW, isCharging } of readings) {
    const ms = at.getTime();
    for (const value of [ms / 2 ** 32, ms, energyWh, powerW, isCharging ? 1 : 0]) mix(Math.trunc(value) | 0);
  }
  return sums.join();
}
