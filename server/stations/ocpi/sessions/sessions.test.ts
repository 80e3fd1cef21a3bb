import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Tariff } from '../../../../shared/model/tariff.ts';
import type { StationSession } from '../../../core/ports/stationPort.ts';
import { bill } from '../../../core/pricing/bill.ts';
import { price } from '../../../core/pricing/price.ts';
import { type Agreement, NOTHING_AGREED } from '../connections/connections.ts';
import { CDR, type OcpiCdr } from '../messages/cdr.ts';
import { type OcpiVersion, readMessage } from '../messages/message.ts';
import { type OcpiSession, SESSION } from '../messages/session.ts';
import { isFullReversal } from './cdrMapping.ts';
import { signedValuesOf } from './signedValues.ts';
import { stationOfCdr } from './stationOfCdr.ts';
import { type KnownSession, stationOfSession } from './stationSession.ts';

type Parts = Record<string, unknown>;
const example = (version: OcpiVersion, name: string): Parts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../../test/data/ocpi-examples/${version}/${name}.json`), 'utf8'));

const START = '2026-11-20T10:00:00Z';
const at = (clock: string) => new Date(`2026-11-20T${clock}Z`);
const NOW = at('20:00:00');

const sessionOf = (more: Parts = {}): OcpiSession => {
  const message = {
    ...example('2.2.1', 'session_example_1_simple_start'),
    start_date_time: START,
    charging_periods: [],
    status: 'ACTIVE',
    kwh: 0,
    last_updated: START,
    ...more,
  };
  const reading = readMessage({ schema: SESSION, message, version: '2.2.1' });
  if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
  return reading.value;
};
const mapSession = (more: Parts, known: KnownSession | null = null, now = NOW) =>
  stationOfSession({ authorizationReference: 'A1', session: sessionOf(more), known, now });

/** Applies the messages of one session in order, and returns the resulting reports. */
function mapSessions(...messages: Parts[]): StationSession[] {
  let known: KnownSession | null = null;
  return messages.map(message => {
    const result = mapSession(message, known);
    known = result.known;
    return result.station;
  });
}

describe('a session', () => {
  test.each([
    ['PENDING', 'waiting', null],
    ['ACTIVE', 'charging', null],
    ['COMPLETED', 'ended', null],
    ['INVALID', 'cancelled', null],
    ['RESERVATION', 'waiting', 'unknown status'],
    ['STOPPING', 'waiting', 'unknown status'],
    ['constructor', 'waiting', 'unknown status'],
  ])('that begins with %s is %s', (status, state, alert) => {
    expect(mapSession({ status })).toMatchObject({ station: { state, isFinal: false }, alert });
  });

  test('has not begun while it is pending, whatever its time of creation', () => {
    const [pending, active] = mapSessions({ status: 'PENDING' }, { status: 'ACTIVE', start_date_time: '2026-11-20T10:02:00Z' });
    expect(pending).toMatchObject({ startedAt: null, readings: [] });
    expect(active).toMatchObject({ startedAt: at('10:02:00'), endedAt: null });
  });

  test('that turns invalid after it was active has ended, and was not cancelled', () => {
    expect(mapSessions({ status: 'ACTIVE' }, { status: 'INVALID' }).map(({ state }) => state)).toEqual(['charging', 'ended']);
    expect(mapSessions({ status: 'PENDING' }, { status: 'INVALID' }).map(({ state }) => state)).toEqual(['waiting', 'cancelled']);
    expect(mapSessions({ status: 'ACTIVE' }, { status: 'STOPPING' }).map(({ state }) => state)).toEqual(['charging', 'charging']);
  });

  test('that has ended does not begin again', () => {
    const { known } = mapSession({ status: 'COMPLETED' }, mapSession({}).known);
    expect(mapSession({ status: 'ACTIVE' }, known)).toMatchObject({
      station: { state: 'ended' },
      alert: 'active again after its end',
    });
  });

  test('gives a reading for each rise of its energy, and for nothing else', () => {
    const result = mapSessions(
      { kwh: 0, last_updated: '2026-11-20T10:00:10Z' },
      { kwh: 1.234, last_updated: '2026-11-20T10:15:10Z' },
      { kwh: 1.234, last_updated: '2026-11-20T10:30:10Z' },
      { kwh: 1.1, last_updated: '2026-11-20T10:45:10Z' },
      { kwh: 2, last_updated: '2026-11-20T10:15:10Z' },
      { kwh: 3.5, last_updated: '2026-11-20T11:00:10Z', status: 'COMPLETED', end_date_time: '2026-11-20T11:00:00Z' },
    );
    expect(result.map(({ readings }) => readings.map(({ at: when, energyWh }) => [when, energyWh]))).toEqual([
      [[at('10:00:10'), 0]],
      [[at('10:15:10'), 1234]],
      [],
      [],
      [],
      [[at('11:00:00'), 3500]],
    ]);
    expect(result.at(-1)).toMatchObject({ state: 'ended', endedAt: at('11:00:00'), isFinal: false });
  });

  test('reads no time before its beginning or in the future', () => {
    const [early] = mapSessions({ kwh: 1, last_updated: '2026-11-20T09:00:00Z' });
    expect(early?.readings[0]?.at).toEqual(at('10:00:00'));
    const [delayed] = mapSessions({ kwh: 1, last_updated: '2030-01-01T00:00:00Z' });
    expect(delayed?.readings[0]?.at).toEqual(NOW);
  });

  test('takes power from the last period, else from the energy between two readings', () => {
    const dimensions = [
      { type: 'ENERGY', volume: 2200 },
      { type: 'POWER', volume: 7.4 },
    ];
    const charging_periods = [{ start_date_time: START, dimensions }];
    const [reported] = mapSessions({ kwh: 1, last_updated: '2026-11-20T10:06:00Z', charging_periods });
    // The energies of the periods are ignored, because they are wrong even in OCPI's own examples.
    expect(reported?.readings).toEqual([{ at: at('10:06:00'), energyWh: 1000, powerW: 7400, isCharging: true }]);
    const [, second] = mapSessions(
      { kwh: 1, last_updated: '2026-11-20T10:06:00Z' },
      { kwh: 2, last_updated: '2026-11-20T10:12:00Z' },
    );
    expect(second?.readings[0]?.powerW).toBe(10_000);
  });

  test('says that a vehicle is parked as often as its CPO does', () => {
    const parking = (from: string) => [{ start_date_time: from, dimensions: [{ type: 'PARKING_TIME', volume: 0.1 }] }];
    const result = mapSessions(
      { kwh: 1, last_updated: '2026-11-20T10:06:00Z' },
      { kwh: 1, last_updated: '2026-11-20T10:12:00Z', charging_periods: parking('2026-11-20T10:06:00Z') },
      { kwh: 1, last_updated: '2026-11-20T10:18:00Z', charging_periods: parking('2026-11-20T10:06:00Z') },
    );
    expect(result.map(({ readings }) => readings.map(({ isCharging }) => isCharging))).toEqual([[true], [false], [false]]);
  });
});

const cdrOf = (more: Parts = {}, version: OcpiVersion = '2.2.1'): OcpiCdr => {
  const message = {
    ...example(version, 'cdr_example'),
    start_date_time: START,
    end_date_time: '2026-11-20T12:00:00Z',
    total_energy: 20,
    total_time: 2,
    charging_periods: [{ start_date_time: START, dimensions: [{ type: 'TIME', volume: 2 }] }],
    ...more,
  };
  const reading = readMessage({ schema: CDR, message, version });
  if (!reading.isValid) throw new Error(JSON.stringify(reading.faults));
  return reading.value;
};
const period = (from: string, dimensions: Record<string, number>) => ({
  start_date_time: `2026-11-20T${from}Z`,
  dimensions: Object.entries(dimensions).map(([type, volume]) => ({ type, volume })),
});
const readingsOf = (more: Parts) =>
  stationOfCdr({ authorizationReference: 'A1', connectionId: 'town', agreed: NOTHING_AGREED, cdr: cdrOf(more) }).readings.map(
    ({ at: when, energyWh, isCharging }) =>
      `${when.toISOString().slice(11, 19)} ${energyWh} ${isCharging ? 'charging' : 'parked'}`,
  );

describe('a CDR', () => {
  test('ends its session for good', () => {
    expect(stationOfCdr({ authorizationReference: 'A1', connectionId: 'town', agreed: NOTHING_AGREED, cdr: cdrOf() })).toEqual({
      authorizationReference: 'A1',
      state: 'ended',
      startedAt: at('10:00:00'),
      endedAt: at('12:00:00'),
      readings: [
        { at: at('10:00:00'), energyWh: 0, powerW: 10_000, isCharging: true },
        { at: at('12:00:00'), energyWh: 20_000, powerW: 0, isCharging: true },
      ],
      signedValues: [],
      isFinal: true,
      cdr: expect.objectContaining({ energyWh: 20_000, startedAt: at('10:00:00'), endedAt: at('12:00:00') }),
    });
  });

  test.each([
    ['in kWh', 1],
    ['in Wh by mistake', 1000],
  ])('tells how energy was spread, where its periods add up to the whole, %s', (_unit, scale) => {
    const charging_periods = [period('10:00:00', { ENERGY: 15 * scale }), period('11:00:00', { ENERGY: 4.996 * scale })];
    expect(readingsOf({ charging_periods })).toEqual([
      '10:00:00 0 charging',
      '11:00:00 15000 charging',
      '12:00:00 20000 charging',
    ]);
  });

  test('whose periods do not add up has its energy spread evenly over the time of charging', () => {
    const charging_periods = [
      period('10:00:00', { ENERGY: 15 }),
      period('11:00:00', { ENERGY: 1 }),
      period('11:30:00', { PARKING_TIME: 0.5 }),
    ];
    expect(readingsOf({ charging_periods })).toEqual([
      '10:00:00 0 charging',
      '11:00:00 13333 charging',
      '11:30:00 20000 parked',
      '12:00:00 20000 parked',
    ]);
  });

  test('knows when the vehicle was parked: from its periods, in whatever order', () => {
    const charging_periods = [
      period('11:30:00', { ENERGY: 5 }),
      period('10:00:00', { PARKING_TIME: 0.5 }),
      period('10:30:00', { ENERGY: 15 }),
      period('11:00:00', { PARKING_TIME: 0.4999 }),
    ];
    expect(readingsOf({ charging_periods })).toEqual([
      '10:00:00 0 parked',
      '10:30:00 0 parked',
      '10:30:01 0 charging',
      '11:00:00 15000 parked',
      '11:30:00 15000 parked',
      '12:00:00 20000 charging',
    ]);
  });

  test('with parking in the same period, or only in the whole, has it at the end', () => {
    const parked = ['10:00:00 0 charging', '11:30:00 20000 parked', '12:00:00 20000 parked'];
    expect(readingsOf({ charging_periods: [period('10:00:00', { ENERGY: 20, PARKING_TIME: 0.5 })] })).toEqual(parked);
    expect(readingsOf({ charging_periods: [period('10:00:00', { ENERGY: 20 })], total_parking_time: 0.5 })).toEqual(parked);
  });

  test('has one reading for one instant, with periods that begin at the end or beyond', () => {
    const charging_periods = [
      period('09:00:00', { ENERGY: 19 }),
      period('12:00:00', { ENERGY: 1 }),
      period('13:00:00', { TIME: 1 }),
    ];
    expect(readingsOf({ charging_periods })).toEqual(['10:00:00 0 charging', '12:00:00 20000 charging']);
  });

  test('bills standing only where the vehicle was parked', () => {
    const tariff: Tariff = {
      id: 'T',
      currency: 'EUR',
      pricesIncludeVat: true,
      elements: [
        {
          components: [
            { type: 'ENERGY', priceMicro: 500_000, stepSize: 1 },
            { type: 'PARKING_TIME', priceMicro: 6_000_000, stepSize: 1 },
          ],
        },
      ],
    };
    const cdr = cdrOf({ charging_periods: [period('10:00:00', { ENERGY: 20 }), period('11:30:00', { PARKING_TIME: 0.5 })] });
    const { readings } = stationOfCdr({ authorizationReference: 'A1', connectionId: 'town', agreed: NOTHING_AGREED, cdr });
    const usage = { startedAt: cdr.start_date_time, endedAt: cdr.end_date_time, readings };
    const location = { timeZone: 'Europe/Berlin', region: 'DE-NW', isHoliday: () => false };
    const { lines } = bill(price({ tariff, place: location, usage, vatPercent: 19 }), { currency: 'EUR' });
    expect(lines.map(({ quantity, amountMinor }) => [quantity, amountMinor])).toEqual([
      [20_000, 1000],
      [1800, 300],
    ]);
  });
});

describe('mapCdr', () => {
  const mappedCdr = (more: Parts, agreed: Partial<Agreement> = {}) =>
    stationOfCdr({
      authorizationReference: 'A1',
      connectionId: 'town',
      cdr: cdrOf(more),
      agreed: { ...NOTHING_AGREED, ...agreed },
    }).cdr;

  test.each([
    [
      { excl_vat: 10, incl_vat: 11.9 },
      { net: 10_000_000, gross: 11_900_000 },
    ],
    [{ excl_vat: 10 }, { net: 10_000_000, gross: null }],
    [
      { before_taxes: 10, taxes: [{ name: 'VAT', amount: 1.9 }] },
      { net: 10_000_000, gross: 11_900_000 },
    ],
    [{ before_taxes: 10 }, { net: 10_000_000, gross: null }],
  ])('of %j has its money in millionths', (total_cost, total) => {
    expect(mappedCdr({ total_cost })).toMatchObject({ total, currency: 'EUR' });
  });

  test('says by which tariffs it was made, as they are called in our catalogue', () => {
    const [priced] = example('2.2.1', 'cdr_example').tariffs as Parts[];
    expect(mappedCdr({ country_code: 'DE', party_id: 'CPO', tariffs: [{ ...priced, id: 't1' }] })?.tariffIds).toEqual([
      'ocpi:town/DE*CPO*town:t1',
    ]);
  });

  test('says nothing of a driver’s price where the companies settle by another one', () => {
    expect(mappedCdr({ total_cost: { excl_vat: 10 } }, { isWholesale: true })?.total).toBeNull();
  });

  test('names an invoice of the CPO only where it was agreed that it writes one', () => {
    const cdr = { invoice_reference_id: 'I-1' };
    expect(mappedCdr(cdr)?.invoiceReference).toBeNull();
    expect(mappedCdr(cdr, { invoices: 'cpo' })?.invoiceReference).toBe('I-1');
    expect(mappedCdr({}, { invoices: 'cpo' })?.invoiceReference).toBeNull();
  });

  test('is taken back whole by a credit, and by nothing less', () => {
    const original = cdrOf({ id: 'C1', total_cost: { excl_vat: 10, incl_vat: 11.9 } });
    const creditOf = (total_cost: Parts, credit_reference_id = 'c1', credit = true) =>
      isFullReversal({ credit: cdrOf({ id: 'C2', total_cost, credit, credit_reference_id }), original });
    expect(creditOf({ excl_vat: -10, incl_vat: -11.9 })).toBe(true);
    expect(creditOf({ excl_vat: -10 })).toBe(true);
    expect(creditOf({ excl_vat: 10, incl_vat: 11.9 })).toBe(true);
    expect(creditOf({ excl_vat: -5, incl_vat: -5.95 })).toBe(false);
    expect(creditOf({ excl_vat: -10, incl_vat: -11.9 }, 'C9')).toBe(false);
    expect(creditOf({ excl_vat: -10, incl_vat: -11.9 }, 'C1', false)).toBe(false);
  });
});

describe('signed values', () => {
  const record = 'OCMF|{"FV":"1.0"}|{"SD":"00"}';
  const packed = Buffer.from(record).toString('base64');
  const key = Buffer.from(
    '3059301306072a8648ce3d020106082a8648ce3d0301070342000460d122845b52514825a2cdddc90b17f88c08b29526' +
      '1877fdad8c5bb78f03d9a4b1fb82246ca2f33e1da17711593ddece6ab3c18af72c4cef6a5ffb04c5af169e',
    'hex',
  );
  const valuesOf = (signed: Parts, more: Parts = {}) =>
    signedValuesOf({ encoding_method: 'OCMF', signed_values: [{ nature: 'Start', signed_data: packed, ...signed }], ...more });

  test.each([
    ['OCMF', 'OCMF'],
    ['Alfen Eichrecht', 'ALFEN'],
    ['EDL40 E-Mobility Extension', 'EDL_40_P'],
    ['edl40 mennekes', 'EDL_40_MENNEKES'],
    ['Something else', 'Something else'],
  ])('of the method %s are %s', (encoding_method, format) => {
    expect(valuesOf({}, { encoding_method })[0]).toMatchObject({ format, data: packed });
  });

  test.each([
    ['Start', 'Transaction.Begin'],
    ['START', 'Transaction.Begin'],
    ['End', 'Transaction.End'],
    ['Intermediate', null],
  ])('of the nature %s are %s', (nature, context) => {
    expect(valuesOf({ nature })[0]?.context).toBe(context);
  });

  test('stay as they came; where the field holds no record, the readable one is taken if it is one', () => {
    expect(valuesOf({ plain_data: record })[0]?.data).toBe(packed);
    expect(valuesOf({ signed_data: record })[0]?.data).toBe(record);
    expect(valuesOf({ signed_data: 'c2lnbmF0dXJl', plain_data: record })[0]?.data).toBe(record);
    expect(valuesOf({ signed_data: 'mock-signature-end', plain_data: 'Start: 0 kWh' })[0]?.data).toBe('mock-signature-end');
  });

  test('bring their key as hex, however it was written', () => {
    const keyOf = (public_key: string) => valuesOf({}, { public_key })[0]?.publicKey;
    const hex = key.toString('hex');
    expect(keyOf(key.toString('base64'))).toBe(hex);
    expect(keyOf(hex.toUpperCase())).toBe(hex);
    expect(keyOf(`-----BEGIN PUBLIC KEY-----\n${key.toString('base64')}\n-----END PUBLIC KEY-----\n`)).toBe(hex);
    expect(keyOf('no key at all')).toBe('no key at all');
    expect(valuesOf({})[0]?.publicKey).toBeNull();
  });
});
