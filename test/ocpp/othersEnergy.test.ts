import { afterEach, describe, expect, it } from '@jest/globals';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';
import { until } from '../support/until.ts';

let station: ScriptedStation;

afterEach(() => station.close());

/** Sends a TransactionEvent of OCPP 2.x. */
const event = (transactionId: string, eventType: string, more: { info?: object; wh?: number } & Record<string, unknown> = {}) => {
  const { info, wh, ...rest } = more;
  const timestamp = station.at();
  const meterValue = [
    { timestamp, sampledValue: [{ value: wh, context: eventType === 'Ended' ? 'Transaction.End' : 'Sample.Periodic' }] },
  ];
  return station.send('TransactionEvent', {
    eventType,
    timestamp,
    triggerReason: 'MeterValuePeriodic',
    transactionInfo: { transactionId, chargingState: 'Charging', ...info },
    ...(wh === undefined ? {} : { meterValue }),
    ...rest,
  });
};
const token = (idToken: string) => ({ idToken: { idToken, type: 'Central' } });

/** Plays a complete session of one driver who charges `wh`. */
async function charge(reference: string, transactionId: string, wh: number) {
  await station.start(reference);
  await event(transactionId, 'Started', { ...token(reference), seqNo: 0, wh });
  await station.clock.pass(600_000);
  await event(transactionId, 'Ended', { seqNo: 1, wh: wh + 1000 });
}

describe('A driver pays for no energy of another', () => {
  it('where a station names the transaction of the driver before as one in progress', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    await charge('AAAA', 'T1', 5000);
    station.answers.RequestStartTransaction = () => ({
      status: 'Rejected',
      transactionId: 'T1',
      statusInfo: { reasonCode: 'TxInProgress' },
    });
    expect(await station.start('BBBB')).toBe('refused');
    expect(await station.stations.read({ ...station.call('BBBB'), since: null })).toMatchObject({ startedAt: null });
  });

  it('where a station takes a start into the transaction of the driver before', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    await charge('AAAA', 'T1', 5000);
    station.answers.RequestStartTransaction = () => ({ status: 'Accepted', transactionId: 'T1' });
    await station.start('BBBB');
    expect(await station.stations.read({ ...station.call('BBBB'), since: null })).toMatchObject({ startedAt: null });
  });

  it('where a station uses the id of a transaction again before the first was billed', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    await station.start('AAAA');
    await event('1', 'Started', { ...token('AAAA'), seqNo: 0, wh: 5000 });
    await station.clock.pass(3_600_000);
    await station.start('BBBB');
    const before = station.reported.length;
    expect(await event('1', 'Started', { ...token('BBBB'), seqNo: 0, wh: 6000 })).toMatchObject({
      idTokenInfo: { status: 'Invalid' },
    });
    await station.clock.pass(60_000);
    await event('1', 'Ended', { seqNo: 1, wh: 7000 });
    expect(station.reported.slice(before).some(({ isFinal }) => isFinal)).toBe(false);
    expect(station.anomalies).toContain('a second session of one start');
  });

  it('where a stop of 1.6 without a known number cannot be that of the only session', async () => {
    station = await openScriptedStation('ocpp1.6');
    await station.start('AAAA');
    await station.send('StartTransaction', { connectorId: 1, idTag: 'AAAA', meterStart: 5000, timestamp: station.at() });
    await station.clock.pass(600_000);
    const stopped = { transactionId: 98_765, idTag: 'STAFF', timestamp: station.at(-3600), meterStop: 5100 };
    await station.send('StopTransaction', stopped);
    await station.send('StopTransaction', { ...stopped, timestamp: station.at(), meterStop: 4000 });
    expect(station.reported.some(({ state }) => state === 'ended')).toBe(false);
  });

  it('where many other sessions were begun at a station of 1.6 meanwhile', async () => {
    station = await openScriptedStation('ocpp1.6');
    const begin = async (connectorId: number, idTag: string, meterStart: number) => {
      const message = { connectorId, idTag, meterStart, timestamp: station.at() };
      return (await station.send('StartTransaction', message)).transactionId;
    };
    await station.start('AAAA');
    const transactionId = await begin(1, 'AAAA', 5000);
    for (let n = 0; n < 60; n++) await begin(2, `STRANGER${n}`, n);
    await station.clock.pass(600_000);
    await station.send('StopTransaction', { transactionId, timestamp: station.at(), meterStop: 6000 });
    expect(station.reported.at(-1)).toMatchObject({ state: 'ended', isFinal: true });
  });
});

describe('A vehicle does not charge on where nobody pays', () => {
  const stops = () => station.requested.filter(({ action }) => /StopTransaction/.test(action));

  it('by a start that its station had refused', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    station.answers.RequestStartTransaction = () => ({ status: 'Rejected' });
    expect(await station.start('AAAA')).toBe('refused');
    await event('T1', 'Started', { ...token('AAAA'), seqNo: 0, wh: 5000 });
    await station.clock.pass(0);
    expect(stops()).toHaveLength(1);
    expect(await station.stations.stop(station.call('AAAA'))).toBe('accepted');
  });

  it('by a start whose session is over', async () => {
    station = await openScriptedStation('ocpp1.6');
    await station.start('AAAA');
    const startMessage = { connectorId: 1, idTag: 'AAAA', meterStart: 5000, timestamp: station.at() };
    const { transactionId } = await station.send('StartTransaction', startMessage);
    await station.send('StopTransaction', { transactionId, timestamp: station.at(1), meterStop: 5000 });
    expect(station.reported.at(-1)).toMatchObject({ isFinal: true });
    expect(await station.send('Authorize', { idTag: 'AAAA' })).toMatchObject({ idTagInfo: { status: 'Invalid' } });
    const again = await station.send('StartTransaction', { ...startMessage, timestamp: station.at(60) });
    expect(again).toMatchObject({ idTagInfo: { status: 'Invalid' } });
    await station.clock.pass(0);
    expect(stops()).toHaveLength(1);
  });

  it('by a start that was given up when its station had named a transaction and told nothing of it', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    station.answers.RequestStartTransaction = () => ({ status: 'Accepted', transactionId: 'T1' });
    await station.start('AAAA');
    expect(await station.stations.cancelStart(station.call('AAAA'))).toBe('cancelled');
    expect(await event('T1', 'Started', { ...token('AAAA'), seqNo: 0, wh: 5000 })).toMatchObject({
      idTokenInfo: { status: 'Invalid' },
    });
  });

  it('by one that went away with it for longer than we wait: it is given up when the station was heard of again', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    await station.start('AAAA');
    const cancel = () => station.stations.cancelStart(station.call('AAAA'));
    expect(await cancel()).toBe('cancelled');
    await station.leave();
    await station.until(
      async () => station.ocpp.held().length,
      count => count === 0,
    );
    await station.clock.pass(20 * 60_000);
    expect(await cancel()).toBe('unknown');
    await station.reconnect();
    expect(await cancel()).toBe('unknown');
    await event('T1', 'Started', { ...token('AAAA'), seqNo: 0, wh: 5000 });
    await station.clock.pass(61_000);
    await event('T1', 'Ended', { seqNo: 1, wh: 5300 });
    expect(await cancel()).toBe('already-started');
  });

  it.each([
    ['and is back, and has told nothing for a minute', true],
    ['and for hours was not heard of', false],
  ])('by none that went away %s', async (_, isBack) => {
    station = await openScriptedStation('ocpp1.6');
    await station.start('AAAA');
    await station.leave();
    await station.until(
      async () => station.ocpp.held().length,
      count => count === 0,
    );
    await station.clock.pass(isBack ? 20 * 60_000 : 3 * 3_600_000);
    if (isBack) await station.reconnect();
    await station.clock.pass(61_000);
    expect(await station.stations.cancelStart(station.call('AAAA'))).toBe('cancelled');
  });

  it('by the first of two transactions of one start, whose end does not end the second', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    await station.start('AAAA');
    await event('T1', 'Started', { ...token('AAAA'), seqNo: 0, wh: 5000 });
    await station.clock.pass(1000);
    await event('T2', 'Started', { ...token('AAAA'), seqNo: 0, wh: 5000 });
    await event('T1', 'Ended', { ...token('AAAA'), seqNo: 1, wh: 5000 });
    expect(station.reported.some(({ state }) => state === 'ended')).toBe(false);
    await station.clock.pass(60_000);
    await event('T2', 'Ended', { seqNo: 1, wh: 5300 });
    expect(station.reported.at(-1)).toMatchObject({ state: 'ended', isFinal: true });
    expect(station.reported.at(-1)?.readings.at(-1)?.energyWh).toBe(300);
  });
});

describe('How a plug stands', () => {
  it('is told again where it could not be written down', async () => {
    station = await openScriptedStation('ocpp1.6');
    const status = { connectorId: 1, status: 'Faulted', errorCode: 'NoError', timestamp: station.at() };
    station.listening.isAway = true;
    void station.send('StatusNotification', status).catch(() => undefined);
    await until(
      async () => station.listening.refusedPlugs,
      count => count > 0,
    );
    station.listening.isAway = false;
    await station.send('StatusNotification', status).catch(() => undefined);
    expect(station.plugs).toMatchObject([{ state: 'unavailable' }]);
  });
});
