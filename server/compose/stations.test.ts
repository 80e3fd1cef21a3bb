import { describe, expect, it } from '@jest/globals';
import { createFakeStations } from '../../test/support/fakeStations.ts';
import { someAddress } from '../../test/support/someStation.ts';
import { routeStations } from './stations.ts';

const LISTENER = { report: async () => undefined, reportPlug: async () => undefined, reportCdr: async () => undefined };
const open = () => {
  const [simulated, real] = [createFakeStations(() => LISTENER), createFakeStations(() => LISTENER)];
  const sources = [
    { name: 'simulator' as const, stations: simulated },
    { name: 'ocpi' as never, stations: real },
  ];
  return { simulated, real, stations: routeStations(sources) };
};
const call = (source: string) => ({ authorizationReference: `FOR${source}`, address: someAddress({ source }) });
const start = (source: string) => ({ ...call(source), limitMinor: null, tariffText: null });

describe('Stations of several sources', () => {
  it('are each asked at their own source, a connection of it included', async () => {
    const { stations, simulated, real } = open();
    expect(await stations.start(start('simulator'))).toBe('accepted');
    expect(await stations.start(start('ocpi:town-hall'))).toBe('accepted');
    await stations.cancelStart(call('ocpi:town-hall'));
    await stations.stop(call('simulator'));
    await stations.unlock(call('simulator'));
    await stations.read({ ...call('simulator'), since: null });
    expect(simulated.calls.map(({ step }) => step)).toEqual(['start', 'stop', 'unlock', 'read']);
    expect(real.calls.map(({ step }) => step)).toEqual(['start', 'cancelStart']);
  });

  it('cannot be known of where the settings name their source no more: nothing is sold, and nothing certain is said', async () => {
    const { stations, simulated, real } = open();
    const removed = call('ocpp');
    const answers = [
      stations.start(start('ocpp')),
      stations.cancelStart(removed),
      stations.stop(removed),
      stations.unlock(removed),
    ];
    expect(await Promise.all(answers)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(await stations.read({ ...removed, since: null })).toBeNull();
    expect(stations.capabilities(removed.address).isReachable).toBe(false);
    expect([...simulated.calls, ...real.calls]).toEqual([]);
  });

  it('are asked for their codes where they have any', async () => {
    const checkCode = async () => ({ is: 'valid' as const, slot: 7 });
    const timeouts: number[] = [];
    const notifyPaying = async ({ timeoutS }: { timeoutS: number }) => void timeouts.push(timeoutS);
    const real = { ...createFakeStations(() => LISTENER), checkCode, sendPaymentStarted: notifyPaying };
    const stations = routeStations([
      { name: 'simulator', stations: createFakeStations(() => LISTENER) },
      { name: 'ocpi', stations: real },
    ]);
    const codeRequest = (source: string) => ({ address: someAddress({ source }), password: 'x', version: 'v1' });
    expect(await stations.checkCode?.(codeRequest('ocpi:town-hall'))).toEqual({ is: 'valid', slot: 7 });
    expect(await stations.checkCode?.(codeRequest('simulator'))).toEqual({ is: 'unknown' });
    for (const source of ['ocpi:town-hall', 'simulator', 'gone'])
      await stations.sendPaymentStarted?.({ address: someAddress({ source }), timeoutS: 300 });
    expect(timeouts).toEqual([300]);
  });

  it('are well when every source is, and say so by rejecting when one is not', async () => {
    const { stations, real } = open();
    await stations.health();
    const down = routeStations([{ name: 'simulator', stations: { ...real, health: () => Promise.reject(new Error('down')) } }]);
    await expect(down.health()).rejects.toThrow('down');
  });
});
