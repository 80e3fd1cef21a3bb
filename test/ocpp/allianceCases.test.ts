import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

// The numbers in the test names, for example B_01, are those of the Open Charge Alliance's test cases for a central system (OCPP
// 2.0.1 part 6). All tests share one station.

const MINUTE_MS = 60_000;
/** Energy that each session delivers. */
const GIVEN_WH = 3000;

let station: ScriptedStation;
let count = 0;
/** `reference`: authorization reference of the driver's start. `id`: id of the OCPP transaction. */
let reference: string;
let id: string;
let seqNo: number;

beforeAll(async () => {
  station = await openScriptedStation('ocpp2.0.1');
});
afterAll(() => station.close());
beforeEach(async () => {
  reference = `DRIVER${++count}`;
  id = `T${count}`;
  seqNo = 0;
  for (const action of Object.keys(station.answers)) delete station.answers[action];
  station.requested.length = 0;
  station.reported.length = 0;
  await station.clock.pass(1000);
});

interface Event {
  type?: 'Started' | 'Updated' | 'Ended';
  why: string;
  state?: string;
  /** The `idToken` that the event contains. */
  token?: string;
  wh?: number;
  reason?: string;
  more?: Record<string, unknown>;
  info?: Record<string, unknown>;
  context?: string;
}

const valuesAt = (timestamp: string, value: number, context: string) => ({ timestamp, sampledValue: [{ value, context }] });

/** Sends one TransactionEvent of the transaction. */
function sendEvent({ type = 'Updated', why, state, token, wh, reason, more = {}, info = {}, context }: Event) {
  const edge = { Started: 'Transaction.Begin', Updated: 'Sample.Periodic', Ended: 'Transaction.End' }[type];
  return station.send('TransactionEvent', {
    eventType: type,
    timestamp: station.at(),
    triggerReason: why,
    seqNo: seqNo++,
    transactionInfo: {
      transactionId: id,
      ...(state === undefined ? {} : { chargingState: state }),
      ...(reason === undefined ? {} : { stoppedReason: reason }),
      ...info,
    },
    ...(token === undefined ? {} : { idToken: { idToken: token, type: 'Central' } }),
    ...(wh === undefined ? {} : { meterValue: [valuesAt(station.at(), wh, context ?? edge)] }),
    ...more,
  });
}
const evse = { evse: { id: 1, connectorId: 1 } };
const listRequests = (action: string) => station.requested.filter(each => each.action === action).map(({ message }) => message);
const last = () => station.reported.at(-1);
const authorize = (idToken: string) => station.send('Authorize', { idToken: { idToken, type: 'Central' } });
const INVALID = { idTokenInfo: { status: 'Invalid' } };
const ACCEPTED = { idTokenInfo: { status: 'Accepted' } };

/** Sends the given first events of a transaction, then charges for 20 minutes. */
async function charges(begin: readonly Event[]): Promise<void> {
  for (const event of begin) {
    await sendEvent(event);
    await station.clock.pass(1000);
  }
  await station.clock.pass(10 * MINUTE_MS);
  await sendEvent({ why: 'MeterValuePeriodic', wh: 6000 });
  await station.clock.pass(10 * MINUTE_MS);
}
const startEvents = (): readonly Event[] => [
  { type: 'Started', why: 'Authorized', token: reference, state: 'Charging', wh: 5000, more: evse },
];
const ended = (why: string, reason: string): Event => ({ type: 'Ended', why, reason, wh: 5000 + GIVEN_WH });

function expectBilled(): void {
  expect(last()).toMatchObject({ authorizationReference: reference, state: 'ended', isFinal: true });
  expect(last()?.readings.at(-1)?.energyWh).toBe(GIVEN_WH);
}

describe('A station that boots', () => {
  const boot = () => station.send('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'v', model: 'm' } });

  it('is accepted, with our time in UTC (B_01)', async () => {
    expect(await boot()).toEqual({ status: 'Accepted', interval: 300, currentTime: station.clock.now().toISOString() });
  });

  it('is asked for several variables at once, and each is judged by its own answer (B_07); what differs is set (B_09)', async () => {
    const names: readonly string[] = ['TxUpdatedInterval', 'EVConnectionTimeOut'];
    type RequestedVariable = { component: object; variable: { name: string } };
    station.answers.GetVariables = ({ getVariableData }) => ({
      getVariableResult: (getVariableData as RequestedVariable[]).map(({ component, variable }) => ({
        component,
        variable,
        attributeStatus: names.includes(variable.name) ? 'Accepted' : 'UnknownVariable',
        ...(names.includes(variable.name) && { attributeValue: '7' }),
      })),
    });
    station.answers.SetVariables = ({ setVariableData }) => ({
      setVariableResult: (setVariableData as RequestedVariable[]).map(({ component, variable }) => ({
        component,
        variable,
        attributeStatus: variable.name === 'TxUpdatedInterval' ? 'Accepted' : 'Rejected',
      })),
    });
    await boot();
    const unset = async () => (await station.ocpp.registry.find('CP1'))?.unset.join('\n') ?? '';
    await station.until(unset, text => text.includes('refuses'));
    const set = listRequests('SetVariables').flatMap(({ setVariableData }) => setVariableData as RequestedVariable[]);
    expect(set.map(({ variable }) => variable.name)).toEqual(names);
    expect(listRequests('GetVariables').some(({ getVariableData }) => (getVariableData as RequestedVariable[]).length > 1)).toBe(
      true,
    );
    expect(await unset()).toMatch(/SampledDataCtrlr.TxUpdatedInterval: it was accepted, and is 7/);
    expect(await unset()).toMatch(/TxCtrlr.EVConnectionTimeOut: the station refuses it/);
  });
});

describe('A token', () => {
  it('that nobody knows is refused (C_02), and so is what has begun by it (C_20, E_16)', async () => {
    expect(await authorize('A CARD')).toEqual(INVALID);
    expect(await sendEvent({ type: 'Started', why: 'Authorized', token: 'A CARD', state: 'Charging', wh: 5000 })).toEqual(
      INVALID,
    );
    await station.until(
      async () => listRequests('RequestStopTransaction'),
      found => found.length > 0,
    );
    await sendEvent({ type: 'Ended', why: 'Deauthorized', reason: 'DeAuthorized', wh: 5000 });
    expect(station.reported).toEqual([]);
  });

  it('of a start that was given up is refused (C_06)', async () => {
    await station.start(reference);
    expect(await authorize(reference)).toMatchObject(ACCEPTED);
    await station.stations.cancelStart(station.call(reference));
    expect(await authorize(reference)).toEqual(INVALID);
  });

  it('of a session that is over is refused (C_07)', async () => {
    await station.start(reference);
    await charges(startEvents());
    await sendEvent(ended('StopAuthorized', 'Local'));
    expect(await authorize(reference)).toEqual(INVALID);
  });

  it('of a start of ours is accepted without having been asked for before (C_08)', async () => {
    await station.start(reference);
    expect(await sendEvent({ type: 'Started', why: 'Authorized', token: reference, state: 'Charging', wh: 5000 })).toMatchObject(
      ACCEPTED,
    );
    await sendEvent(ended('StopAuthorized', 'Local'));
  });
});

describe('A session begins when it is paid and a vehicle is there, and is billed right, where its transaction begins', () => {
  const cable: Event = { type: 'Started', why: 'CablePluggedIn', state: 'EVConnected', wh: 5000, more: evse };
  const charging: Event = { why: 'ChargingStateChanged', state: 'Charging', wh: 5000 };
  const token = (): Pick<Event, 'token'> => ({ token: reference });
  it.each<[string, () => readonly Event[]]>([
    [
      'with the power path (E_01)',
      () => [{ type: 'Started', why: 'ChargingStateChanged', ...token(), state: 'SuspendedEVSE', wh: 5000 }, charging],
    ],
    ['with the energy (E_02)', () => [{ ...charging, type: 'Started', ...token() }]],
    [
      'with the cable, before the driver has paid (E_03, E_09, F_01)',
      () => [cable, { why: 'RemoteStart', ...token(), state: 'EVConnected' }, charging],
    ],
    [
      'with the token, before the cable (E_04, E_10, F_03)',
      () => [{ type: 'Started', why: 'RemoteStart', ...token(), state: 'Idle' }, { ...cable, type: 'Updated' }, charging],
    ],
    ['with signed data (E_11)', () => [{ ...charging, type: 'Started', why: 'SignedDataReceived', ...token() }]],
    [
      'with a vehicle in its bay (E_12)',
      () => [
        { type: 'Started', why: 'EVDetected', state: 'Idle' },
        { why: 'Authorized', ...token(), state: 'Idle' },
        { ...cable, type: 'Updated' },
        charging,
      ],
    ],
    [
      'although the vehicle is not ready (E_38)',
      () => [{ ...cable, ...token() }, { why: 'ChargingStateChanged', state: 'SuspendedEV' }, charging],
    ],
  ])('%s', async (_, events) => {
    await station.start(reference);
    await charges(events());
    expect(last()).toMatchObject({ authorizationReference: reference, state: 'charging' });
    await sendEvent(ended('StopAuthorized', 'Local'));
    expectBilled();
  });

  it('after its station has asked for the token (F_02)', async () => {
    await station.start(reference);
    expect(await authorize(reference)).toMatchObject(ACCEPTED);
    await charges(startEvents());
    await sendEvent(ended('StopAuthorized', 'Local'));
    expectBilled();
  });

  it('with a number that begins at zero for each, or anywhere (E_53)', async () => {
    for (const first of [0, 0, 41]) {
      reference = `DRIVER${++count}`;
      id = `T${count}`;
      seqNo = first;
      await station.start(reference);
      await charges(startEvents());
      await sendEvent(ended('StopAuthorized', 'Local'));
      expectBilled();
    }
  });
});

describe('A session ends once, with its last value,', () => {
  const suspended: Event = { why: 'ChargingStateChanged', state: 'SuspendedEV', wh: 8000 };
  const lost: Event = { why: 'EVCommunicationLost', state: 'Idle', wh: 8000 };
  it.each<[string, readonly Event[]]>([
    ['at the station (E_07, E_15)', [ended('StopAuthorized', 'Local')]],
    [
      'when no energy flows any more, at the station (E_08)',
      [{ why: 'StopAuthorized', state: 'EVConnected', wh: 8000 }, ended('ChargingStateChanged', 'Local')],
    ],
    ['when the cable is pulled at the station (E_14)', [ended('EVCommunicationLost', 'EVDisconnected')]],
    [
      'when the cable is pulled at the vehicle, which ends the right to charge (E_17)',
      [lost, ended('Deauthorized', 'DeAuthorized')],
    ],
    ['when the vehicle leaves its bay (E_19)', [ended('EVDeparted', 'Local')]],
    ['when the cable is pulled at the vehicle (E_20)', [ended('EVCommunicationLost', 'EVDisconnected')]],
    ['when the vehicle takes no more (E_22)', [suspended, ended('ChargingStateChanged', 'StoppedByEV')]],
    ['when somebody else restarts the station (B_22)', [ended('ResetCommand', 'ImmediateReset')]],
  ])('%s', async (_, events) => {
    await station.start(reference);
    await charges(startEvents());
    for (const event of events) await sendEvent(event);
    expectBilled();
    expect(station.reported.filter(({ isFinal }) => isFinal)).toHaveLength(1);
  });

  it('from here (E_21)', async () => {
    await station.start(reference);
    await charges(startEvents());
    expect(await station.stations.stop(station.call(reference))).toBe('accepted');
    expect(listRequests('RequestStopTransaction')).toEqual([{ transactionId: id }]);
    await sendEvent(ended('RemoteStop', 'Remote'));
    expectBilled();
  });

  it.each<Partial<Event>>([{}, { reason: 'EVDisconnected' }])(
    'from here where the station would go on without a vehicle, with %p (E_26)',
    async stopped => {
      await station.start(reference);
      await charges(startEvents());
      await sendEvent({ ...lost, ...stopped });
      await station.until(
        async () => listRequests('RequestStopTransaction'),
        found => found.length > 0,
      );
      await sendEvent(ended('RemoteStop', 'Remote'));
      expectBilled();
    },
  );

  it.each<[string, Partial<Event>]>([
    ['ends the transaction (E_39)', { type: 'Ended', reason: 'Timeout' }],
    ['only says so (F_04)', {}],
  ])('or never begins: nobody plugs in, and the station %s', async (_, event) => {
    await station.start(reference);
    await sendEvent({ type: 'Started', why: 'RemoteStart', token: reference, state: 'Idle', more: evse });
    await station.clock.pass(3 * MINUTE_MS);
    await sendEvent({ why: 'EVConnectTimeout', ...event });
    expect(last()).toMatchObject({ state: 'cancelled', startedAt: null });
  });
});

describe('A station that comes back is asked for its transaction, which', () => {
  it.each<[string, object, string]>([
    ['goes on, with messages to come (E_29)', { ongoingIndicator: true, messagesInQueue: true }, 'charging'],
    ['goes on (E_30)', { ongoingIndicator: true, messagesInQueue: false }, 'charging'],
    ['is over, with messages to come (E_31)', { ongoingIndicator: false, messagesInQueue: true }, 'charging'],
    ['it has forgotten', { ongoingIndicator: false, messagesInQueue: false }, 'ended'],
    ['it has forgotten, and it cannot be asked for its plugs', { ongoingIndicator: false, messagesInQueue: false }, 'ended'],
  ])('%s', async (what, answer, state) => {
    await station.start(reference);
    await charges(startEvents());
    station.answers.GetTransactionStatus = () => answer;
    if (what.includes('cannot be asked'))
      station.answers.TriggerMessage = () => {
        throw Object.assign(new Error('No'), { rpcErrorCode: 'NotSupported' });
      };
    await station.reconnect();
    await station.until(
      async () => listRequests('GetTransactionStatus'),
      found => found.length > 0,
    );
    expect(listRequests('GetTransactionStatus')).toEqual([{ transactionId: id }]);
    await station.until(
      async () => last()?.state,
      now => now === state,
    );
    await sendEvent(ended('StopAuthorized', 'Local'));
    expectBilled();
  });
});

describe('A station is asked', () => {
  const statusOf = (connectorStatus: string) =>
    station.send('StatusNotification', { evseId: 1, connectorId: 1, connectorStatus, timestamp: station.at() });
  const triggered = () => listRequests('TriggerMessage');

  it('how each of its plugs stands, by EVSE and connector (F_23, F_24)', async () => {
    await station.reconnect();
    await station.until(
      async () => triggered(),
      found => found.length >= 2,
    );
    expect(triggered()[0]).toEqual({ requestedMessage: 'StatusNotification', evse: { id: 1, connectorId: 1 } });
    await statusOf('Available');
    expect(station.plugs.at(-1)).toMatchObject({ state: 'available' });
    await station.clock.pass(1000);
    await statusOf('Occupied');
    expect(station.plugs.at(-1)).toMatchObject({ state: 'preparing' });
  });

  it('for a meter that has grown silent (F_13), and goes on working where it knows no such question (F_27)', async () => {
    station.answers.TriggerMessage = () => ({ status: 'NotImplemented' });
    await station.start(reference);
    await charges(startEvents());
    await station.stations.read({ ...station.call(reference), since: null });
    await station.until(
      async () => triggered(),
      found => found.length > 0,
    );
    expect(triggered()[0]).toEqual({ requestedMessage: 'TransactionEvent', evse: { id: 1 } });
    await sendEvent(ended('StopAuthorized', 'Local'));
    expectBilled();
  });

  it('to unlock a plug at which nobody charges (F_06)', async () => {
    station.answers.UnlockConnector = () => ({ status: 'Unlocked' });
    expect(await station.stations.unlock(station.call(reference))).toBe('unlocked');
    expect(listRequests('UnlockConnector')).toEqual([{ evseId: 1, connectorId: 1 }]);
  });
});

describe('Values of a meter', () => {
  const aligned = (wh: number): Event => ({ why: 'MeterValueClock', wh, context: 'Sample.Clock' });

  it('outside of a session are acknowledged, and nobody’s (J_01)', async () => {
    const meterValue = [valuesAt(station.at(), 5000, 'Sample.Clock')];
    expect(await station.send('MeterValues', { evseId: 1, meterValue })).toEqual({});
    expect(station.reported).toEqual([]);
  });

  it('by the clock (J_02) and by the interval (J_09) are shown while it charges, from the value at its begin on (J_07)', async () => {
    await station.start(reference);
    await charges(startEvents());
    expect(last()?.readings.at(-1)).toMatchObject({ energyWh: 1000 });
    await sendEvent(aligned(7000));
    expect(last()?.readings.at(-1)).toMatchObject({ energyWh: 2000 });
    await sendEvent(ended('StopAuthorized', 'Local'));
    expectBilled();
  });

  it('at the begin count where nobody knows yet at which EVSE (J_08)', async () => {
    await station.start(reference);
    const [first] = startEvents();
    await charges([{ ...first, why: 'Authorized', more: {} } as Event]);
    await sendEvent({ ...ended('StopAuthorized', 'Local'), more: evse });
    expectBilled();
  });

  it('of many instants with the end: the one of the end counts (J_03, J_10)', async () => {
    await station.start(reference);
    await charges(startEvents());
    const meterValue = [
      valuesAt(station.at(), 5000 + GIVEN_WH, 'Transaction.End'),
      valuesAt(station.at(-1200), 5000, 'Transaction.Begin'),
      valuesAt(station.at(-300), 6500, 'Sample.Clock'),
      valuesAt(station.at(-120), 7500, 'Sample.Periodic'),
    ];
    await sendEvent({ type: 'Ended', why: 'StopAuthorized', reason: 'Local', more: { meterValue } });
    expectBilled();
  });

  it('that are signed are kept to the byte, by the clock (J_04) as at the end (J_11)', async () => {
    const record = 'OCMF|{"FV":"1.0","RD":[]}|{"SD":"00"}';
    const signedMeterValue = {
      signedMeterData: Buffer.from(record).toString('base64'),
      signingMethod: '',
      encodingMethod: 'OCMF',
      publicKey: '',
    };
    const signed = (value: number, context: string) => ({
      meterValue: [{ timestamp: station.at(), sampledValue: [{ value, context, signedMeterValue }] }],
    });
    await station.start(reference);
    await charges(startEvents());
    await sendEvent({ why: 'MeterValueClock', more: signed(7000, 'Sample.Clock') });
    await sendEvent({ type: 'Ended', why: 'StopAuthorized', reason: 'Local', more: signed(8000, 'Transaction.End') });
    expectBilled();
    const { signedValues } = (await station.stations.read({ ...station.call(reference), since: null })) ?? {};
    expect(signedValues?.map(({ data, format }) => [data, format])).toEqual([[record, 'OCMF']]);
  });
});

describe('What is not of the standard', () => {
  it('is told that nobody knows the vendor (P_02)', async () => {
    expect(await station.send('DataTransfer', { vendorId: 'somebody', data: 'x' })).toEqual({ status: 'UnknownVendorId' });
  });

  it('is no obstacle beside what is (P_03)', async () => {
    const customData = { vendorId: 'somebody', more: { of: [1, 2] } };
    expect(await station.send('Heartbeat', { customData })).toEqual({ currentTime: station.clock.now().toISOString() });
    await station.start(reference);
    await charges([{ ...startEvents()[0], why: 'Authorized', more: { ...evse, customData } } as Event]);
    await sendEvent({ ...ended('StopAuthorized', 'Local'), more: { customData } });
    expectBilled();
  });
});
