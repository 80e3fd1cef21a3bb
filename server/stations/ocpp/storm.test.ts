import { expect, it } from '@jest/globals';
import { someAddress } from '../../../test/support/someStation.ts';
import { createPlugStore } from './chargePoints/plugs.ts';
import { createConnectionLeases } from './connectionLeases.ts';

const now = () => new Date('2026-11-20T10:00:00Z');
const STATIONS = Array.from({ length: 20_000 }, (_, n) => `CP${n}`);
/** If each station searched the data of all others, this would take many times as long. */
const SOON_MS = 2000;

it('Twenty thousand stations that come back at once are written down as connected without looking at each other', async () => {
  const rows = { put: async () => undefined, renew: async () => undefined, remove: async () => undefined, list: async () => [] };
  const holds = createConnectionLeases({ rows, now });
  const began = performance.now();
  for (const stationId of STATIONS)
    await holds.put({ stationId, connectionId: '1', processId: 'a', protocol: 'ocpp1.6', meterIntervalS: null, seenAt: now() });
  expect(holds.list().length).toBe(STATIONS.length);
  for (const stationId of STATIONS) await holds.remove({ stationId, connectionId: '1' });
  expect(performance.now() - began).toBeLessThan(SOON_MS);
  expect(holds.list()).toEqual([]);
});

it('Twenty thousand stations that come back at once tell their plugs anew, without looking at those of others', async () => {
  let reported = 0;
  const plugs = createPlugStore({
    plugsOf: async id => [1, 2].map(evse => someAddress({ source: 'ocpp', chargePoint: { id, evse, connector: 1 } })),
    listener: () => ({ reportPlug: async () => void reported++ }),
    now,
  });
  const reportAll = async () => {
    for (const id of STATIONS)
      for (const evse of [1, 2]) await plugs.note(id, { evse, connector: 1 }, { state: 'available', at: now() });
  };
  await reportAll();
  await reportAll();
  expect(reported).toBe(STATIONS.length * 2);
  const began = performance.now();
  for (const id of STATIONS) plugs.forget(id);
  expect(performance.now() - began).toBeLessThan(SOON_MS);
  await reportAll();
  expect(reported).toBe(STATIONS.length * 4);
});
