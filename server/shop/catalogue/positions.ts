import type { Coordinates } from '../../core/records/coordinates.ts';

/** Mean radius of the Earth in metres (IUGG). */
const EARTH_M = 6_371_009;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the distance between two positions in whole metres, on a sphere (haversine formula). */
export function distanceM(from: Coordinates, to: Coordinates): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const half = (from: number, to: number) => Math.sin((to - from) / 2) ** 2;
  const h = half(a, b) + Math.cos(a) * Math.cos(b) * half(radians(from.longitude), radians(to.longitude));
  return Math.round(2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h))));
}

/** Returns the initial bearing from one position to another in whole degrees from 0 to 359. 0 is north, 90 is east. */
export function bearingDeg(from: Coordinates, to: Coordinates): number {
  const [a, b, east] = [radians(from.latitude), radians(to.latitude), radians(to.longitude - from.longitude)];
  const y = Math.sin(east) * Math.cos(b);
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(east);
  return (Math.round((Math.atan2(y, x) * 180) / Math.PI) + 360) % 360;
}
