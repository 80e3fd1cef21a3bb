import { afterEach, describe, expect, it } from '@jest/globals';
import { createCableStation, OBEDIENCES, START_POINTS } from '../support/ocpp/cableStation.ts';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

const MINUTE_MS = 60_000;
let station: ScriptedStation;

afterEach(() => station.close());

const stops = () => station.requested.filter(({ action }) => action === 'RequestStopTransaction');
const GRID = START_POINTS.flatMap(startPoint => OBEDIENCES.map(obedience => ({ startPoint, obedience })));

async function open(options: Parameters<typeof createCableStation>[1]) {
  station = await openScriptedStation('ocpp2.0.1');
  return createCableStation(station, options);
}

/** Sends three meter values, unplugs the cable, and checks that the session ends with these values. */
async function expectCharged(plug: Awaited<ReturnType<typeof open>>) {
  for (const wh of [0, 1000, 2000]) {
    await plug.meter(wh);
    await station.clock.pass(10 * MINUTE_MS);
  }
  expect(stops()).toEqual([]);
  await plug.plugOut();
  expect(station.reported.at(-1)).toMatchObject({ authorizationReference: 'DRIVER', state: 'ended', isFinal: true });
  expect(station.reported.at(-1)?.readings.at(-1)?.energyWh).toBe(3000);
  expect(station.anomalies).toEqual([]);
}

describe.each(GRID)(
  'At a station whose transactions begin with $startPoint, and which, asked to stop one, $obedience,',
  options => {
    it('a driver whose cable is in can pay and charge', async () => {
      const plug = await open(options);
      await plug.plugIn();
      for (let n = 0; n < 3; n++) {
        await station.clock.pass(MINUTE_MS);
        await plug.meter(0);
      }
      expect(station.plugs.at(-1)?.state).toBe('preparing');
      expect(await station.start('DRIVER')).toBe('accepted');
      await plug.work();
      await expectCharged(plug);
    });

    it('a driver who pays first can plug in and charge', async () => {
      const plug = await open(options);
      expect(await station.start('DRIVER')).toBe('accepted');
      await plug.work();
      await station.clock.pass(MINUTE_MS);
      await plug.plugIn();
      await expectCharged(plug);
    });

    it('a cable that is never paid for costs no driver anything, and is not asked to stop', async () => {
      const plug = await open(options);
      await plug.plugIn();
      for (let n = 0; n < 5; n++) {
        await station.clock.pass(10 * MINUTE_MS);
        await plug.meter(1);
      }
      expect(station.plugs.at(-1)?.state).toBe('preparing');
      await plug.plugOut();
      await plug.work();
      expect(stops()).toEqual([]);
      expect(station.reported).toEqual([]);
      expect(station.anomalies).toEqual([]);
    });

    it('a driver whose token comes 2 s after the energy charges on', async () => {
      const plug = await open({ ...options, tokenDelayS: 2 });
      await plug.plugIn();
      expect(await station.start('DRIVER')).toBe('accepted');
      await plug.work();
      await expectCharged(plug);
    });
  },
);

describe('A transaction without an owner is asked to stop', () => {
  const cable = () => open({ startPoint: 'EVConnected', obedience: 'refuses' });
  const sendEvent = (more: object, info: object = {}) =>
    station.send('TransactionEvent', {
      eventType: 'Updated',
      timestamp: station.at(),
      triggerReason: 'Authorized',
      seqNo: 1,
      transactionInfo: { transactionId: 'T1', ...info },
      ...more,
    });

  it('after two messages with energy', async () => {
    const plug = await cable();
    await plug.plugIn();
    await plug.leak();
    await plug.work();
    expect(stops()).toEqual([]);
    await plug.meter(5);
    expect(stops()).toHaveLength(1);
    expect(station.plugs.at(-1)?.state).toBe('charging');
  });

  it('where only its register rises', async () => {
    const plug = await cable();
    await plug.plugIn();
    await plug.meter(10);
    await plug.meter(1);
    expect(stops()).toEqual([]);
    await plug.meter(100);
    expect(stops()).toHaveLength(1);
  });

  it('after ten seconds with energy, where no second message comes', async () => {
    const plug = await cable();
    await station.otherProcess();
    await plug.plugIn();
    await plug.leak();
    await station.clock.pass(5000);
    expect(stops()).toEqual([]);
    await station.until(
      async () => {
        await station.clock.pass(1000);
        return stops();
      },
      found => found.length > 0,
    );
    expect(stops()).toHaveLength(1);
  });

  it('not by a resent message, or one that was stored while the station was offline', async () => {
    const plug = await cable();
    await plug.plugIn();
    await plug.leak();
    await sendEvent({ triggerReason: 'MeterValuePeriodic', seqNo: 1 }, { chargingState: 'Charging' });
    await sendEvent({ triggerReason: 'MeterValuePeriodic', seqNo: 9, offline: true }, { chargingState: 'Charging' });
    await plug.work();
    expect(stops()).toEqual([]);
  });

  it.each([
    ['a card', { idToken: 'CARD', type: 'ISO14443' }],
    ['a start button (C02)', { idToken: '', type: 'NoAuthorization' }],
  ])('at once after the token of %s', async (_, idToken) => {
    const plug = await cable();
    await plug.plugIn();
    expect(await sendEvent({ idToken })).toEqual({ idTokenInfo: { status: 'Invalid' } });
    await plug.work();
    expect(stops()).toHaveLength(1);
  });

  it('not any more after a driver has paid, whatever was asked before', async () => {
    const plug = await open({ startPoint: 'EVConnected', obedience: 'ends it and begins anew' });
    await plug.plugIn();
    await sendEvent({ triggerReason: 'RemoteStop', seqNo: 1 }, { chargingState: 'EVConnected' });
    await station.start('DRIVER');
    const request = station.requested.find(({ action }) => action === 'RequestStartTransaction');
    const info = { chargingState: 'Charging', remoteStartId: request?.message.remoteStartId };
    await sendEvent({ triggerReason: 'RemoteStart', seqNo: 2 }, info);
    await station.clock.pass(2 * MINUTE_MS);
    await sendEvent({ triggerReason: 'MeterValuePeriodic', seqNo: 3 }, { chargingState: 'Charging' });
    await plug.work();
    expect(stops()).toEqual([]);
    expect(station.reported.at(-1)).toMatchObject({ authorizationReference: 'DRIVER', state: 'charging' });
  });

  it('by no start that was given up: its hold can be released', async () => {
    const plug = await open({ startPoint: 'EVConnected', obedience: 'goes on until the cable is out, without starts' });
    await plug.plugIn();
    await station.clock.pass(5 * MINUTE_MS);
    await station.start('DRIVER');
    expect(await station.stations.cancelStart(station.call('DRIVER'))).toBe('cancelled');
    await plug.work();
    expect(await station.stations.cancelStart(station.call('DRIVER'))).toBe('cancelled');
    expect(station.reported).toEqual([]);
  });
});
