import { afterEach, describe, expect, it } from '@jest/globals';
import { openScriptedStation, type ScriptedStation } from '../support/ocpp/scriptedStation.ts';

let station: ScriptedStation;
afterEach(() => station.close());

const FIVE_MINUTES_MS = 5 * 60_000;
const LIFE_WH = 4_000_000;
/** The energy that a 22 kW plug can deliver in five minutes. */
const POSSIBLE_WH = 1834;
const WHY = 'a station gives no usable meter value at the start';

interface Meter {
  /** The meter value that the station sends with the start. */
  startWh: number;
  /** Energy in the signed records. Missing: the station sends no signed records. */
  signedWh?: number;
}

const record = (kind: string, registerWh: number) =>
  `OCMF|${JSON.stringify({ RD: [{ TX: kind, RV: registerWh, RU: 'Wh' }] })}|{}`;

/** Plays a session of ten minutes. A meter value follows in the middle, and one at the end that is 900 Wh higher. */
async function chargeBy16(reference: string, { startWh }: Meter) {
  await station.start(reference);
  const started = { connectorId: 1, idTag: reference, meterStart: startWh, timestamp: station.at() };
  const { transactionId } = await station.send('StartTransaction', started);
  await station.clock.pass(FIVE_MINUTES_MS);
  const sampledValue = [{ value: String(LIFE_WH) }];
  await station.send('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: station.at(), sampledValue }] });
  await station.clock.pass(FIVE_MINUTES_MS);
  await station.send('StopTransaction', { transactionId, meterStop: LIFE_WH + 900, timestamp: station.at() });
}

async function chargeBy2(reference: string, { startWh, signedWh }: Meter) {
  await station.start(reference);
  const event = (eventType: string, seqNo: number, wh: number, { context, signed }: { context: string; signed?: string }) => {
    const timestamp = station.at();
    const signedMeterValue = {
      encodingMethod: 'OCMF',
      publicKey: '',
      signingMethod: '',
      signedMeterData: Buffer.from(signed ?? '').toString('base64'),
    };
    const sampledValue = [{ value: wh, context, ...(signed ? { signedMeterValue } : {}) }];
    return station.send('TransactionEvent', {
      eventType,
      timestamp,
      seqNo,
      triggerReason: 'MeterValuePeriodic',
      transactionInfo: { transactionId: `T-${reference}`, chargingState: 'Charging' },
      meterValue: [{ timestamp, sampledValue }],
      ...(eventType === 'Started' ? { idToken: { idToken: reference, type: 'Central' }, evse: { id: 1, connectorId: 1 } } : {}),
    });
  };
  const signed = (kind: string, wh: number) => (signedWh === undefined ? {} : { signed: record(kind, wh) });
  await event('Started', 0, startWh, { context: 'Transaction.Begin', ...signed('B', LIFE_WH + 900 - (signedWh ?? 0)) });
  await station.clock.pass(FIVE_MINUTES_MS);
  await event('Updated', 1, LIFE_WH, { context: 'Sample.Periodic' });
  await station.clock.pass(FIVE_MINUTES_MS);
  await event('Ended', 2, LIFE_WH + 900, { context: 'Transaction.End', ...signed('E', LIFE_WH + 900) });
}

describe.each([
  ['ocpp1.6', chargeBy16],
  ['ocpp2.0.1', chargeBy2],
] as const)('A station of %s that reports 0 at the start although its meter counts for life', (protocol, charge) => {
  it('is billed from its first value, and what may have flowed before is said', async () => {
    station = await openScriptedStation(protocol);
    await charge('AAAA', { startWh: 0 });
    expect(station.reported.at(-1)).toMatchObject({ isFinal: true, unbilledWh: POSSIBLE_WH });
    expect(station.reported.at(-1)?.readings.at(-1)?.energyWh).toBe(900);
    expect(await station.stations.read({ ...station.call('AAAA'), since: null })).toMatchObject({ unbilledWh: POSSIBLE_WH });
  });

  it('is shown to a person from the third session on', async () => {
    station = await openScriptedStation(protocol);
    const anomalyCounts: number[] = [];
    for (const reference of ['AAAA', 'BBBB', 'CCCC']) {
      await charge(reference, { startWh: 0 });
      anomalyCounts.push(station.anomalies.length);
    }
    expect([anomalyCounts, station.anomalies]).toEqual([[0, 0, 1], [WHY]]);
  });

  it('gives nothing away where the start value is right', async () => {
    station = await openScriptedStation(protocol);
    for (const reference of ['AAAA', 'BBBB', 'CCCC']) await charge(reference, { startWh: LIFE_WH - 600 });
    expect(station.reported.at(-1)?.readings.at(-1)?.energyWh).toBe(1500);
    expect(station.reported.at(-1)).not.toHaveProperty('unbilledWh');
    expect(station.anomalies).toEqual([]);
  });
});

it('A signed record that shows that nothing flowed before the first value leaves nothing that is not billed', async () => {
  station = await openScriptedStation('ocpp2.0.1');
  for (const reference of ['AAAA', 'BBBB', 'CCCC']) await chargeBy2(reference, { startWh: 0, signedWh: 900 });
  expect(station.reported.at(-1)).toMatchObject({ isFinal: true, unbilledWh: 0 });
  expect(station.reported.at(-1)?.readings.at(-1)?.energyWh).toBe(900);
  expect(station.anomalies).toEqual([]);
});
