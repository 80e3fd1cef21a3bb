import { expect, test } from '@jest/globals';
import { bearingDeg, distanceM } from './positions.ts';

const COLOGNE = { latitude: 50.9413, longitude: 6.9583 };

test('Distance and bearing agree with a geodesic calculator', () => {
  const bonn = { latitude: 50.7323, longitude: 7.0977 };
  // 25.22 km on the ellipsoid. The sphere is wrong by up to half a per cent.
  expect(Math.abs(distanceM(COLOGNE, bonn) - 25_220)).toBeLessThan(130);
  expect(Math.abs(bearingDeg(COLOGNE, bonn) - 157)).toBeLessThanOrEqual(1);
});

test('The four quarters are north, east, south and west, and the same place is no distance away', () => {
  const at = (north: number, east: number) => ({ latitude: COLOGNE.latitude + north, longitude: COLOGNE.longitude + east });
  const bearings = [at(0.01, 0), at(0, 0.01), at(-0.01, 0), at(0, -0.01)].map(to => bearingDeg(COLOGNE, to));
  expect(bearings).toEqual([0, 90, 180, 270]);
  expect(distanceM(COLOGNE, COLOGNE)).toBe(0);
});

test('The way across the date line is short', () => {
  expect(distanceM({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 })).toBeLessThan(22_300);
});
