import { createPublicKey, verify } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createManualClocks, type TurnedClocks } from '../support/ocpi/turnedClocks.ts';
import { type MinimalApp, openMinimalApp } from '../support/ocpp/minimalApp.ts';
import { openStations, type SimulatedStations, type StationToOpen } from '../support/ocpp/openStations.ts';
import { oneTimePassword } from '../support/ocpp/screen.ts';
import type { OcppVersion, Payload } from '../support/ocpp/station.ts';
import type { Changes, StationSwitches } from '../support/ocpp/switches.ts';

const START: Readonly<Record<OcppVersion, [string, Payload]>> = {
  '1.6': ['RemoteStartTransaction', { connectorId: 1, idTag: 'AB12' }],
  '2.0.1': ['RequestStartTransaction', { evseId: 1, remoteStartId: 7, idToken: { idToken: 'AB12', type: 'Central' } }],
  '2.1': ['RequestStartTransaction', { evseId: 1, remoteStartId: 7, idToken: { idToken: 'AB12', type: 'DirectPayment' } }],
};

interface Opened {
  id: string;
  app: MinimalApp;
  /** The messages that the app has received, each abbreviated to a short text. */
  received(): string[];
  /** The payloads of all messages with this action. */
  all(action: string): Payload[];
  request(action: string, payload: Payload): Promise<Payload>;
  start(): Promise<Payload>;
  stop(): Promise<Payload>;
}

describe('A simulated station', () => {
  let stations: SimulatedStations;
  let clocks: TurnedClocks;
  let opened: Opened;
  let count = 0;
  beforeAll(async () => {
    stations = await openStations({ stations: [] });
    clocks = await createManualClocks(stations);
  });
  afterAll(() => stations.close());

  const open = async (
    version: OcppVersion,
    { switches = {}, ...facts }: Partial<StationToOpen> = {},
    prepare: (app: MinimalApp) => void = () => undefined,
  ): Promise<Opened> => {
    const id = `CP${++count}`;
    const app = await openMinimalApp({ version, now: clocks.clock.now });
    prepare(app);
    await stations.add([{ id, version, url: app.url, plugs: 2, switches, ...facts }]);
    await clocks.pass(0);
    opened = {
      id,
      app,
      received: () =>
        app.received.map(({ action, payload }) => [action, payload.status ?? payload.eventType].filter(Boolean).join(' ')),
      request: (action, payload) => app.request(id, action, payload),
      all: action => app.received.filter(each => each.action === action).map(({ payload }) => payload),
      start: () => app.request(id, ...START[version]),
      async stop() {
        const { transactionId } = (await stations.see(id)).plugs[0]!;
        return app.request(id, version === '1.6' ? 'RemoteStopTransaction' : 'RequestStopTransaction', { transactionId });
      },
    };
    return opened;
  };
  /** Charges for 90 seconds at the first plug, then the app stops the session. */
  const charge = async ({ id, start, stop }: Opened) => {
    expect(await start()).toEqual({ status: 'Accepted' });
    await stations.plugIn(id);
    await clocks.pass(90_000);
    await stop();
    await clocks.pass(30_000);
  };
  afterEach(async () => {
    await stations.end(opened.id);
    await opened.app.close();
  });

  it.each(['1.6', '2.0.1', '2.1'] as const)('speaks OCPP %s from its boot to the end of a session', async version => {
    const { app, id, received, start, stop } = await open(version, {
      switches: { driver: { plugsInAfterMs: 5000, leavesAfterMs: 10_000 }, signed: { kind: 'one record' } },
    });
    expect(received().slice(0, 2)).toEqual([
      'BootNotification',
      version === '1.6' ? 'StatusNotification Available' : 'StatusNotification',
    ]);
    expect(await start()).toEqual({ status: 'Accepted' });
    await clocks.pass(10_000);
    expect((await stations.see(id)).plugs[0]).toMatchObject({ isCabled: true, powerW: 11_000 });
    await clocks.pass(180_000);
    expect(await stop()).toEqual({ status: 'Accepted' });
    await clocks.pass(30_000);
    const { plugs, queued } = await stations.see(id);
    expect({ queued, plug: plugs[0] }).toMatchObject({
      queued: 0,
      plug: { isCabled: false, status: 'Available', transactionId: null },
    });
    expect(received().filter(output => SESSION.test(output))).toEqual(EXPECTED_ACTIONS[version]);
    expect(isGenuine(app.received)).toBe(true);
    expect(app.faults).toEqual([]);
  });

  it.each(['1.6', '2.0.1', '2.1'] as const)('boots again until the house of OCPP %s accepts it', async version => {
    const { app, all, received } = await open(version, {}, tiny =>
      tiny.answer('BootNotification', () => ({ status: 'Pending', currentTime: new Date().toISOString(), interval: 10 })),
    );
    expect(all('BootNotification')).toHaveLength(1);
    app.answer('BootNotification', () => ({ status: 'Accepted', currentTime: new Date().toISOString(), interval: 100 }));
    await clocks.pass(9000);
    expect(received().filter(output => output.startsWith('Status'))).toEqual([]);
    await clocks.pass(250_000);
    expect([all('BootNotification').length, all('StatusNotification').length > 0, all('Heartbeat').length]).toEqual([2, true, 2]);
  });

  it('has settings that can be read and set, some not, and a password that counts at once', async () => {
    const { id, request } = await open('1.6', {
      switches: {
        settings: { ConnectionTimeOut: { is: 'unsupported' }, MeterValueSampleInterval: { is: 'read-only', value: '10' } },
      },
    });
    const set = async (key: string, value: string) => (await request('ChangeConfiguration', { key, value })).status;
    expect(await request('GetConfiguration', { key: ['MeterValueSampleInterval', 'ConnectionTimeOut'] })).toEqual({
      configurationKey: [{ key: 'MeterValueSampleInterval', readonly: true, value: '10' }],
      unknownKey: ['ConnectionTimeOut'],
    });
    expect(await set('MeterValueSampleInterval', '60')).toBe('Rejected');
    expect(await set('MeterValuesSampledData', 'Energy.Active.Import.Register,Nonsense')).toBe('Rejected');
    expect(await set('StopTransactionOnInvalidId', 'false')).toBe('Accepted');
    expect(await set('AuthorizationKey', '00112233445566778899aabbccddeeff00112233')).toBe('Accepted');
    await clocks.pass(5000);
    expect(await stations.see(id)).toMatchObject({ isConnected: true, password: '00112233445566778899aabbccddeeff00112233' });
  });

  it('answers variable by variable', async () => {
    const { request } = await open('2.1');
    const variables = [
      ['SampledDataCtrlr', 'TxUpdatedInterval', '20'],
      ['SampledDataCtrlr', 'Nonsense', '1'],
      ['NonsenseCtrlr', 'TxUpdatedInterval', '1'],
      ['SecurityCtrlr', 'SecurityProfile', '2'],
    ] as const;
    const { setVariableResult } = await request('SetVariables', {
      setVariableData: variables.map(([component, variable, attributeValue]) => ({
        component: { name: component },
        variable: { name: variable },
        attributeValue,
      })),
    });
    expect((setVariableResult as Payload[]).map(({ attributeStatus }) => attributeStatus)).toEqual([
      'Accepted',
      'UnknownVariable',
      'UnknownComponent',
      'Rejected',
    ]);
    expect(await request('GetBaseReport', { requestId: 1, reportBase: 'FullInventory' })).toEqual({
      status: 'Accepted',
    });
  });

  it('keeps what it has to tell while it is offline, and tells it in order', async () => {
    const { id, request, all, start } = await open('2.0.1');
    await start();
    await stations.plugIn(id);
    await clocks.pass(60_000);
    await stations.end(id);
    await clocks.pass(180_000);
    await stations.stopAtStation(id);
    const before = all('TransactionEvent').length;
    await stations.restart();
    const { transactionId } = (all('TransactionEvent')[0] as { transactionInfo: { transactionId: string } }).transactionInfo;
    expect(await request('GetTransactionStatus', { transactionId })).toMatchObject({ ongoingIndicator: false });
    await clocks.pass(1000);
    const offlineEvents = all('TransactionEvent').slice(before);
    expect(offlineEvents.map(({ eventType, offline }) => [eventType, offline])).toEqual([
      ...Array.from({ length: 3 }, () => ['Updated', true]),
      ['Ended', true],
    ]);
    expect(all('TransactionEvent').map(({ seqNo }) => seqNo)).toEqual(all('TransactionEvent').map((_, n) => n));
    expect(await request('GetTransactionStatus', {})).toEqual({ messagesInQueue: false });
  });

  it.each([
    ['stop', ['BootNotification', 'StopTransaction']],
    ['nothing', ['BootNotification']],
    ['goes on', ['BootNotification', 'MeterValues']],
  ] as const)('that was without power boots, and then: %s', async (after, reported) => {
    const { app, id, start } = await open('1.6', { switches: { power: { after } } });
    await start();
    await stations.plugIn(id);
    await clocks.pass(60_000);
    await stations.act(id, { act: 'cut power' });
    await clocks.pass(600_000);
    const before = app.received.length;
    await stations.act(id, { act: 'power up' });
    await clocks.pass(60_000);
    const written = app.received.slice(before).map(({ action }) => action);
    expect(written.filter(action => action !== 'StatusNotification' && action !== 'Heartbeat')).toEqual(reported);
  });

  it('gives a start up that nobody plugs in for', async () => {
    const { received, start } = await open('1.6');
    await start();
    await clocks.pass(150_000);
    expect(received().slice(-2)).toEqual(['StatusNotification Preparing', 'StatusNotification Available']);
  });

  it('refuses and loses stops as it is told to', async () => {
    const { id, start, stop } = await open('1.6', { switches: { stop: { lostTimes: 1 } } });
    await start();
    await stations.plugIn(id);
    await clocks.pass(5000);
    await expect(stop()).rejects.toThrow('timeout');
    await stations.set(id, { stop: { answer: 'Rejected' } });
    expect(await stop()).toEqual({ status: 'Rejected' });
    await stations.set(id, { stop: { answer: 'Accepted' } });
    expect(await stop()).toEqual({ status: 'Accepted' });
  });

  const written = (payload: Payload | undefined) => JSON.stringify(payload);
  it.each<[string, Changes<StationSwitches>, (opened: Opened) => void]>([
    [
      'does not hear the answer to its start',
      { start: { unheardAnswers: 1 }, settings: { TransactionMessageRetryInterval: { value: '10' } } },
      ({ all }) => {
        const [first, second] = all('StartTransaction');
        expect(second).toEqual(first);
      },
    ],
    [
      'says everything twice',
      { transaction: { isDoubled: true } },
      ({ all }) => expect([all('StartTransaction').length, all('StopTransaction').length]).toEqual([2, 2]),
    ],
    [
      'has a register that was not ready',
      { meter: { startSaysWh: 0 } },
      ({ all }) => expect([all('StartTransaction')[0]?.meterStart, all('StopTransaction')[0]?.meterStop]).toEqual([0, 4_711_482]),
    ],
    ['never says that it stopped', { transaction: { end: 'untold' } }, ({ all }) => expect(all('StopTransaction')).toEqual([])],
    [
      'says kWh and means Wh',
      { meter: { unit: 'kWh said as Wh' } },
      ({ all }) => expect(written(all('MeterValues')[0])).toMatch(/"value":"4711.387".*"unit":"Wh"/),
    ],
    [
      'says only its phases',
      { meter: { energy: 'phases' } },
      ({ all }) => expect(written(all('MeterValues')[0])?.match(/"phase":"L[123]"/g)).toHaveLength(3),
    ],
    [
      'repeats the begin after the live value',
      { meter: { repeatsBegin: true } },
      ({ all }) => expect(written(all('MeterValues')[0])).toMatch(/Sample.Periodic.*4711204.*Transaction.Begin/),
    ],
    [
      'counts transactions until no number holds them',
      { meter: { transactionId: '2^63-1' } },
      ({ all }) => expect(all('MeterValues')[0]?.transactionId).toBe(2 ** 63),
    ],
    [
      'has a clock that nobody has set',
      { clock: { is1970: 'always' } },
      ({ all }) => expect(all('StopTransaction')[0]?.timestamp).toMatch(/^1970-/),
    ],
    [
      'signs both ends alone',
      { signed: { kind: 'two records' } },
      ({ app, all }) => {
        expect(written(all('StopTransaction')[0])?.match(/SignedData/g)).toHaveLength(2);
        expect(isGenuine(app.received)).toBe(true);
      },
    ],
    ['forges what it has signed', { signed: { kind: 'forged' } }, ({ app }) => expect(isGenuine(app.received)).toBe(false)],
  ])('%s', async (_name, switches, check) => {
    const one = await open('1.6', { switches });
    await charge(one);
    check(one);
  });

  it.each<[string, string, 'cable' | 'start', string[]]>([
    [
      'PowerPathClosed',
      'PowerPathClosed',
      'start',
      ['Started CablePluggedIn', 'Updated ChargingStateChanged', 'Ended RemoteStop'],
    ],
    ['PowerPathClosed', 'PowerPathClosed', 'cable', ['Started RemoteStart', 'Updated ChargingStateChanged', 'Ended RemoteStop']],
    [
      'Authorized',
      'EVConnected',
      'start',
      [
        'Started RemoteStart',
        'Updated CablePluggedIn',
        'Updated ChargingStateChanged',
        'Updated RemoteStop',
        'Ended EVCommunicationLost',
      ],
    ],
    [
      'EVConnected',
      'Authorized',
      'cable',
      ['Started CablePluggedIn', 'Updated RemoteStart', 'Updated ChargingStateChanged', 'Ended RemoteStop'],
    ],
    ['EnergyTransfer', 'EnergyTransfer', 'start', ['Started ChargingStateChanged', 'Ended RemoteStop']],
  ])('begins at %s and ends at %s, the %s first', async (begin, end, first, reported) => {
    const { app, id, all, start, stop } = await open('2.1', {
      switches: { settings: { 'TxCtrlr.TxStartPoint': { value: begin }, 'TxCtrlr.TxStopPoint': { value: end } } },
    });
    if (first === 'cable') await stations.plugIn(id);
    await clocks.pass(5000);
    await start();
    await clocks.pass(5000);
    await stations.plugIn(id);
    await clocks.pass(20_000);
    await stop();
    await clocks.pass(20_000);
    await stations.unplug(id);
    await clocks.pass(20_000);
    const events = all('TransactionEvent') as { eventType: string; triggerReason: string; idToken?: object; evse?: object }[];
    expect(events.map(({ eventType, triggerReason }) => `${eventType} ${triggerReason}`)).toEqual(reported);
    expect([events.filter(({ idToken }) => idToken).length, events.filter(({ evse }) => evse).length]).toEqual([1, 1]);
    expect(app.faults).toEqual([]);
  });

  it('keeps to the limit of its transaction, and shows what it costs', async () => {
    const { id, request, all, start } = await open('2.1', {}, tiny =>
      tiny.answer('TransactionEvent', ({ idToken }) =>
        idToken ? { idTokenInfo: { status: 'Accepted' }, transactionLimit: { maxEnergy: 1000 } } : {},
      ),
    );
    await start();
    await stations.plugIn(id);
    await clocks.pass(60_000);
    const { transactionId } = (await stations.see(id)).plugs[0]!;
    await request('CostUpdated', { totalCost: 1.23, transactionId });
    await clocks.pass(540_000);
    const { plugs } = await stations.see(id);
    expect(plugs[0]).toMatchObject({ cost: 1.23, limit: { maxEnergy: 1000 }, powerW: 0, registerWh: 4_712_204 });
    expect(all('TransactionEvent').map(({ triggerReason }) => triggerReason)).toEqual(
      expect.arrayContaining(['LimitSet', 'EnergyLimitReached']),
    );
  });

  it('shows a code that changes, and lets nobody else begin while somebody pays', async () => {
    const { id, request, all } = await open('2.1');
    await request('SetVariables', {
      setVariableData: Object.entries({
        URLTemplate: 'https://shop.example/q/{chargingstationid}/{evse}/{totp}/{version}',
        SharedSecret: 'secure!Charging!',
        Length: '10',
      }).map(([name, attributeValue]) => ({
        component: { name: 'WebPaymentsCtrlr', evse: { id: 1 } },
        variable: { name },
        attributeValue,
      })),
    });
    const code = async () => (await stations.see(id)).plugs[0]?.code;
    const first = await code();
    expect(first).toMatch(/^https:\/\/shop.example\/q\/CP\d+\/1\/\w{10}\/v1$/);
    await clocks.pass(30_000);
    expect(await code()).not.toBe(first);
    await request('NotifyWebPaymentStarted', { evseId: 1, timeout: 60 });
    await stations.act(id, { act: 'hold card', plug: 1, tag: 'CARD1' });
    await clocks.pass(61_000);
    expect(all('Authorize')).toEqual([]);
    await stations.act(id, { act: 'hold card', plug: 1, tag: 'CARD1' });
    await clocks.pass(1000);
    expect(all('Authorize')).toHaveLength(1);
  });

  it('notices what the house says wrongly', async () => {
    const { request } = await open('1.6');
    await expect(request('RemoteStartTransaction', { connectorId: 'one', idTag: 'AB12' })).rejects.toThrow();
    expect(await stations.faults()).toEqual([expect.stringContaining('RemoteStartTransaction.req')]);
  });
});

describe('The password in the code on a screen', () => {
  // The public test vectors of OpenChargingCloud/DynamicQRCodes and citrineos-core.
  it.each([
    { secret: 'secure!Charging!', at: 1_716_423_785, validityS: 30, length: 12, says: 'CN63y502maVh' },
    { secret: 'secure!Charging!', at: 1_716_423_785, validityS: 60, length: 12, says: 'XJZr0L1DGKn0' },
    { secret: 'mysharedsecret', at: 1_700_000_000, validityS: 30, length: 8, says: 'Mrc351Gu' },
  ])('is $says', ({ secret, at, validityS, length, says }) => {
    expect(oneTimePassword({ secret, atMs: at * 1000, validityS, length })).toBe(says);
  });
});

const SESSION = /Transaction|MeterValues/;
const EVENTS = ['Started', 'Updated', 'Updated', 'Updated', 'Updated', 'Ended'].map(type => `TransactionEvent ${type}`);
const EXPECTED_ACTIONS: Readonly<Record<OcppVersion, string[]>> = {
  '1.6': ['StartTransaction', 'MeterValues', 'MeterValues', 'MeterValues', 'StopTransaction'],
  '2.0.1': EVENTS,
  '2.1': EVENTS,
};

/** Verifies the signed meter value in the received messages with the public key in the same messages. */
function isGenuine(received: MinimalApp['received']): boolean {
  const written = JSON.stringify(received).replaceAll('\\', '');
  const unpacked = (name: string) => Buffer.from(new RegExp(`"${name}":"([^"]+)"`).exec(written)?.[1] ?? '', 'base64').toString();
  const [, payload = '', signature = ''] = unpacked('signedMeterData').split('|');
  const key = createPublicKey({
    key: Buffer.from(unpacked('publicKey').replace('oca:base16:asn1:', ''), 'hex'),
    type: 'spki',
    format: 'der',
  });
  return verify('sha256', Buffer.from(payload), key, Buffer.from((JSON.parse(signature) as { SD: string }).SD, 'hex'));
}
