import { afterEach, describe, expect, it } from '@jest/globals';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

let station: ScriptedStation;

afterEach(() => station.close());

const token = (idToken: string) => ({ idToken: { idToken, type: 'DirectPayment' } });
const listRequests = (action: string) => station.requested.filter(each => each.action === action);

describe('A station is asked to start once', () => {
  it('where two workers have the same job at the same time', async () => {
    station = await openScriptedStation('ocpp1.6');
    const answers = await Promise.all([station.start('AAAA'), station.start('AAAA')]);
    expect(answers.toSorted()).toEqual(['accepted', 'unknown']);
    expect(listRequests('RemoteStartTransaction')).toHaveLength(1);
  });
});

describe('A start whose answer was lost', () => {
  it('is not refused by a station that takes no second one: the first may charge already', async () => {
    station = await openScriptedStation('ocpp1.6');
    station.answers.RemoteStartTransaction = () => null;
    const first = station.start('AAAA');
    await station.until(async () => listRequests('RemoteStartTransaction').length, Boolean);
    await station.reconnect();
    expect(await first).toBe('unknown');
    await station.clock.pass(31_000);
    station.answers.RemoteStartTransaction = () => ({ status: 'Rejected' });
    expect(await station.start('AAAA')).toBe('unknown');
    expect(listRequests('RemoteStartTransaction')).toHaveLength(2);
    const startMessage = { connectorId: 1, idTag: 'AAAA', meterStart: 5000, timestamp: station.at(-20) };
    expect(await station.send('StartTransaction', startMessage)).toMatchObject({ idTagInfo: { status: 'Accepted' } });
    expect(await station.start('AAAA')).toBe('accepted');
  });
});

describe('What begins by a start that was given up', () => {
  const cancel = () => station.stations.cancelStart(station.call('AAAA'));
  const begins = async (): Promise<unknown> => {
    station = await openScriptedStation('ocpp1.6');
    await station.start('AAAA');
    expect(await cancel()).toBe('cancelled');
    await station.clock.pass(60_000);
    const startMessage = { connectorId: 1, idTag: 'AAAA', meterStart: 5000, timestamp: station.at() };
    return (await station.send('StartTransaction', startMessage)).transactionId;
  };

  it('and gives nothing until it is stopped is no session, whenever it is asked about', async () => {
    const transactionId = await begins();
    expect(await cancel()).toBe('unknown');
    await station.send('StopTransaction', { transactionId, timestamp: station.at(4), meterStop: 5000 });
    expect(await cancel()).toBe('cancelled');
    expect(station.reported).toEqual([]);
  });

  it('and gives energy is a late start, stopped and billed', async () => {
    const transactionId = await begins();
    await station.clock.pass(30_000);
    const meterValue = [{ timestamp: station.at(), sampledValue: [{ value: '5090' }] }];
    await station.send('MeterValues', { connectorId: 1, transactionId, meterValue });
    expect(await cancel()).toBe('already-started');
    await station.send('StopTransaction', { transactionId, timestamp: station.at(), meterStop: 5120 });
    expect(station.reported.at(-1)).toMatchObject({ isFinal: true, readings: [{ energyWh: 120 }] });
  });
});

describe('A station of 2.1 learns the limit of what a driver has paid for', () => {
  const event = (seqNo: number, more: object = {}) =>
    station.send('TransactionEvent', {
      eventType: seqNo === 0 ? 'Started' : 'Updated',
      timestamp: station.at(),
      triggerReason: 'ChargingStateChanged',
      seqNo,
      transactionInfo: { transactionId: 'T1', chargingState: 'Charging' },
      ...more,
    });

  it('also where the first answer that told it was lost', async () => {
    station = await openScriptedStation('ocpp2.1');
    const abilities = { limits: ['maxCost'], formats: [], currency: null, itemsPerMessage: null };
    await station.ocpp.registry.change('CP1', { abilities });
    await station.stations.start({ ...station.call('AAAA'), limitMinor: 2000, currency: 'EUR', tariffText: null });
    const limited = { transactionLimit: { maxCost: 20 } };
    expect(await event(0, token('AAAA'))).toMatchObject(limited);
    expect(await event(0, token('AAAA'))).toMatchObject(limited);
    expect(await event(1)).not.toMatchObject(limited);
    expect(await event(1)).not.toMatchObject(limited);
  });
});

describe('A start is for the plug that was paid for', () => {
  it('in 1.6: at another plug of the station it is invalid, stopped, and for a person', async () => {
    station = await openScriptedStation('ocpp1.6');
    await station.start('AAAA', 1);
    const startMessage = await station.send('StartTransaction', {
      connectorId: 2,
      idTag: 'AAAA',
      meterStart: 5000,
      timestamp: station.at(),
    });
    expect(startMessage).toMatchObject({ idTagInfo: { status: 'Invalid' } });
    await station.clock.pass(0);
    expect(listRequests('RemoteStopTransaction')).toHaveLength(1);
    expect(station.reported).toEqual([]);
    expect(station.anomalies).toEqual(['a session of one start at another plug']);
  });

  it('in 2.x, also where the station tells the plug later', async () => {
    station = await openScriptedStation('ocpp2.0.1');
    await station.start('AAAA', 1);
    const event = (seqNo: number, eventType: string, more: object) =>
      station.send('TransactionEvent', {
        eventType,
        timestamp: station.at(),
        triggerReason: 'ChargingStateChanged',
        seqNo,
        transactionInfo: { transactionId: 'T1', chargingState: 'Charging' },
        ...more,
      });
    await event(0, 'Started', token('AAAA'));
    await station.clock.pass(60_000);
    await event(1, 'Updated', { evse: { id: 2, connectorId: 1 } });
    expect(listRequests('RequestStopTransaction')).toHaveLength(1);
    const sampledValue = [{ value: 900, context: 'Transaction.End' }];
    await event(2, 'Ended', { meterValue: [{ timestamp: station.at(), sampledValue }] });
    expect(station.reported.some(({ isFinal }) => isFinal)).toBe(false);
    expect(station.anomalies).toEqual(['a session of one start at another plug']);
  });
});

describe('A meter that was not ready at the start', () => {
  it('bills nobody its whole life where nothing else was told of it', async () => {
    station = await openScriptedStation('ocpp1.6');
    await station.start('AAAA');
    const startMessage = { connectorId: 1, idTag: 'AAAA', meterStart: 0, timestamp: station.at() };
    const { transactionId } = await station.send('StartTransaction', startMessage);
    await station.clock.pass(3 * 3_600_000);
    await station.send('StopTransaction', { transactionId, timestamp: station.at(), meterStop: 61_000 });
    expect(station.reported.at(-1)).toMatchObject({ state: 'ended', isFinal: false });
  });
});
