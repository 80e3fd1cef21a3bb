import { afterEach, describe, expect, it } from '@jest/globals';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

let station: ScriptedStation;

afterEach(() => station.close());

const MINUTE_MS = 60_000;
const token = (idToken: string) => ({ idToken: { idToken, type: 'Central' } });

/** Sends a TransactionEvent of OCPP 2.x. `offsetS`: how many seconds the station's clock is ahead of the app's clock. */
function event(
  transactionId: string,
  eventType: string,
  { info = {}, wh, offsetS = 0, ...rest }: { info?: object; wh?: number; offsetS?: number } & Record<string, unknown> = {},
) {
  const timestamp = station.at(offsetS);
  const context = eventType === 'Ended' ? 'Transaction.End' : 'Sample.Periodic';
  const meterValue = wh === undefined ? {} : { meterValue: [{ timestamp, sampledValue: [{ value: wh, context }] }] };
  const transactionInfo = { transactionId, ...info };
  return station.send('TransactionEvent', {
    eventType,
    timestamp,
    triggerReason: 'MeterValuePeriodic',
    transactionInfo,
    ...meterValue,
    ...rest,
  });
}
const charging = { info: { chargingState: 'Charging' } };

describe('A session is billed by what was given', () => {
  it.each(['Deauthorized', 'AbnormalCondition', 'ResetCommand'])(
    'where it goes on after a message for %s',
    async triggerReason => {
      station = await openScriptedStation('ocpp2.0.1');
      await station.start('AAAA');
      await event('T1', 'Started', { ...token('AAAA'), ...charging, seqNo: 0, wh: 5000 });
      await station.clock.pass(5 * MINUTE_MS);
      await event('T1', 'Updated', { triggerReason, seqNo: 1, wh: 6000 });
      await station.clock.pass(5 * MINUTE_MS);
      await event('T1', 'Updated', { seqNo: 2, wh: 7000 });
      expect(station.reported.some(({ state }) => state === 'ended')).toBe(false);
      await event('T1', 'Ended', { seqNo: 3, wh: 7500 });
      expect(station.reported.at(-1)).toMatchObject({ state: 'ended', isFinal: true });
      expect(station.reported.at(-1)?.readings.at(-1)?.energyWh).toBe(2500);
    },
  );

  it.each([-3600, 3600])('where a clock that is %s s ahead is set in mid-session', async offsetS => {
    station = await openScriptedStation('ocpp2.0.1');
    await station.start('AAAA');
    await event('T1', 'Started', { ...token('AAAA'), ...charging, seqNo: 0, wh: 5000, offsetS });
    await station.clock.pass(10 * MINUTE_MS);
    await event('T1', 'Updated', { ...charging, seqNo: 1, wh: 6000, offsetS });
    await station.clock.pass(10 * MINUTE_MS);
    await event('T1', 'Updated', { ...charging, seqNo: 2, wh: 7000 });
    await station.clock.pass(10 * MINUTE_MS);
    const endedAt = station.clock.now();
    await event('T1', 'Ended', { seqNo: 3, wh: 8000 });
    expect(station.reported.at(-1)).toMatchObject({ state: 'ended', isFinal: true, endedAt });
    const readings = station.reported
      .flatMap(each => each.readings)
      .map(({ at, energyWh }) => [at.getTime() - endedAt.getTime(), energyWh]);
    expect([...new Map(readings as [number, number][])]).toEqual([
      [-30 * MINUTE_MS, 0],
      [-20 * MINUTE_MS, 1000],
      [-10 * MINUTE_MS, 2000],
      [0, 3000],
    ]);
  });

  it('where its start comes late, and does not say so', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    await station.start('AAAA');
    const expectedStart = station.clock.now();
    const started = { ...token('AAAA'), ...charging, seqNo: 0, wh: 5000 };
    await station.clock.pass(10 * MINUTE_MS);
    await station.reconnect();
    await event('T1', 'Started', { ...started, offsetS: -600 });
    await event('T1', 'Updated', { ...charging, seqNo: 1, wh: 6000 });
    expect(station.reported.at(-1)?.startedAt).toEqual(expectedStart);
  });
});

describe('The next driver can charge', () => {
  it('at a station that counts its transactions from one after each power cut', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    for (const [reference, wh] of [
      ['AAAA', 5000],
      ['BBBB', 7000],
      ['CCCC', 9000],
    ] as const) {
      await station.start(reference);
      await station.clock.pass(1000);
      expect(await event('1', 'Started', { ...token(reference), ...charging, seqNo: 0, wh })).toMatchObject({
        idTokenInfo: { status: 'Accepted' },
      });
      await station.clock.pass(10 * MINUTE_MS);
      await event('1', 'Ended', { seqNo: 1, wh: wh + 1000 });
      await station.clock.pass(1000);
    }
    for (const reference of ['AAAA', 'BBBB', 'CCCC'])
      expect(await station.stations.read({ ...station.call(reference), since: null })).toMatchObject({
        isFinal: true,
        readings: [{ energyWh: 1000 }],
      });
    expect(station.anomalies).toEqual([]);
  });

  it('there, although the end of the one before is told once more', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    const begin = (reference: string, wh: number) => event('1', 'Started', { ...token(reference), ...charging, seqNo: 0, wh });
    await station.start('AAAA');
    await begin('AAAA', 5000);
    await station.clock.pass(10 * MINUTE_MS);
    await event('1', 'Ended', { seqNo: 1, wh: 6000 });
    await station.clock.pass(10 * MINUTE_MS);
    await station.start('BBBB');
    await begin('BBBB', 6000);
    await event('1', 'Ended', { seqNo: 1, wh: 6000, offsetS: -600 });
    await station.clock.pass(10 * MINUTE_MS);
    await event('1', 'Updated', { ...charging, seqNo: 1, wh: 6500 });
    expect(await station.stations.read({ ...station.call('BBBB'), since: null })).toMatchObject({ state: 'charging' });
    await event('1', 'Ended', { seqNo: 2, wh: 8000 });
    for (const [reference, energyWh] of [
      ['AAAA', 1000],
      ['BBBB', 2000],
    ] as const)
      expect(await station.stations.read({ ...station.call(reference), since: null })).toMatchObject({
        isFinal: true,
        readings: [{ energyWh }],
      });
  });

  it('at a station of 1.6 where a stranger’s session never ended', async () => {
    station = await openScriptedStation('ocpp1.6');
    const begin = (idTag: string, meterStart: number) =>
      station.send('StartTransaction', { connectorId: 1, idTag, meterStart, timestamp: station.at() });
    await begin('STRANGER', 1000);
    await station.clock.pass(10 * MINUTE_MS);
    await station.start('AAAA');
    await begin('AAAA', 5000);
    await station.clock.pass(10 * MINUTE_MS);
    await station.send('StopTransaction', { transactionId: -1, timestamp: station.at(), meterStop: 6000 });
    expect(station.reported.at(-1)).toMatchObject({ state: 'ended', isFinal: true });
  });
});
