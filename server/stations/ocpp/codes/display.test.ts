import { expect, it } from '@jest/globals';
import type { Plugs } from '../chargePoints/plugs.ts';
import type { Registry } from '../chargePoints/registry.ts';
import type { StationSocket } from '../sockets/sockets.ts';
import { createDisplays } from './display.ts';
import type { Codes } from './secrets.ts';

it('A station that has never said what its display shows is looked up once, not at every look for as long as it is connected', async () => {
  let lookups = 0;
  const find = async () => {
    lookups++;
    return null;
  };
  const displays = createDisplays({
    codes: {} as Codes,
    registry: { find } as unknown as Registry,
    plugs: {} as Plugs,
    now: () => new Date('2026-11-20T10:00:00Z'),
  });
  const sockets = Array.from({ length: 50 }, (_, n) => ({ stationId: `CP${n}`, protocol: 'ocpp2.0.1' }) as StationSocket);
  for (let reads = 0; reads < 5; reads++) await displays.renew(sockets);
  expect(lookups).toBe(50);
});
