import { afterEach, describe, expect, it } from '@jest/globals';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

let station: ScriptedStation;

afterEach(() => station.close());

const status = (connectorId: number, at: string) =>
  station.send('StatusNotification', { connectorId, status: 'Available', errorCode: 'NoError', timestamp: at });

describe('A station whose messages are late has no wrong clock', () => {
  it.each([
    ['sends it again minutes later', true],
    ['sends it again minutes later, and nothing else has shown its clock', false],
  ])('in 1.6, where the answer to its start was lost, and it %s', async (_, isClockKnown) => {
    station = await openScriptedStation('ocpp1.6');
    if (isClockKnown) await status(1, station.at());
    await station.start('AAAA');
    const startedAt = station.at();
    const startMessage = { connectorId: 1, idTag: 'AAAA', meterStart: 5000, timestamp: startedAt };
    await station.clock.pass(150_000);
    const { transactionId } = await station.send('StartTransaction', startMessage);
    const values = (seconds: number, wh: number) => ({
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: station.at(seconds), sampledValue: [{ value: String(wh) }] }],
    });
    await station.send('MeterValues', values(-90, 5350));
    await station.send('MeterValues', values(-30, 5700));
    await station.send('StopTransaction', { transactionId, timestamp: station.at(-10), meterStop: 5800 });
    expect(station.reported.at(-1)).toMatchObject({ startedAt: new Date(startedAt), isFinal: true });
    expect(station.reported.at(-1)?.readings.at(-1)?.energyWh).toBe(800);
  });

  it('in 1.6, where it began by the first of two starts, and could tell it after the second', async () => {
    station = await openScriptedStation('ocpp1.6');
    station.answers.RemoteStartTransaction = () => null;
    const first = station.start('AAAA');
    await station.until(async () => station.requested.some(({ action }) => action === 'RemoteStartTransaction'), Boolean);
    await station.reconnect();
    expect(await first).toBe('unknown');
    const startMessage = { connectorId: 1, idTag: 'AAAA', meterStart: 5000, timestamp: station.at() };
    await station.clock.pass(65_000);
    station.answers.RemoteStartTransaction = () => ({ status: 'Accepted' });
    expect(await station.start('AAAA')).toBe('accepted');
    await station.clock.pass(24_000);
    const { transactionId } = await station.send('StartTransaction', startMessage);
    const sampled = { timestamp: station.at(2), sampledValue: [{ value: '5350' }] };
    await station.clock.pass(5000);
    await station.send('MeterValues', { connectorId: 1, transactionId, meterValue: [sampled] });
    await station.send('StopTransaction', { transactionId, timestamp: station.at(), meterStop: 5400 });
    expect(station.reported.at(-1)).toMatchObject({ startedAt: new Date(startMessage.timestamp), isFinal: true });
    expect(station.reported.at(-1)?.readings.at(-1)?.energyWh).toBe(400);
  });

  it.each([
    ['for minutes', true],
    ['for minutes, and nothing else has shown its clock', false],
  ])('in 2.0.1, where nobody could take its start %s', async (_, isClockKnown) => {
    station = await openScriptedStation('ocpp2.0.1');
    const available = { timestamp: station.at(), connectorStatus: 'Available', evseId: 1, connectorId: 1 };
    if (isClockKnown) await station.send('StatusNotification', available);
    await station.start('AAAA');
    const startedAt = station.at();
    await station.clock.pass(150_000);
    const event = (seqNo: number, timestamp: string, more: object) =>
      station.send('TransactionEvent', {
        timestamp,
        triggerReason: 'MeterValuePeriodic',
        seqNo,
        transactionInfo: { transactionId: 'T1', chargingState: 'Charging' },
        ...more,
      });
    const value = (timestamp: string, wh: number) => ({ meterValue: [{ timestamp, sampledValue: [{ value: wh }] }] });
    const idToken = { idToken: 'AAAA', type: 'Central' };
    await event(0, startedAt, { eventType: 'Started', idToken, ...value(startedAt, 5000) });
    await event(1, station.at(-90), { eventType: 'Updated', ...value(station.at(-90), 5350) });
    await event(2, station.at(-10), { eventType: 'Ended', ...value(station.at(-10), 5800) });
    expect(station.reported.at(-1)).toMatchObject({ startedAt: new Date(startedAt), isFinal: true });
    expect(station.reported.at(-1)?.readings.at(-1)?.energyWh).toBe(800);
  });
});
