import { expect, test } from '@jest/globals';
import { meterFacts } from './meterFacts.ts';

const record = (payload: unknown, format = 'OCMF') => ({
  format,
  context: null,
  publicKey: null,
  data: `OCMF|${typeof payload === 'string' ? payload : JSON.stringify(payload)}|{"SD":"00"}`,
});
const BEGIN = { TX: 'B', RV: 4711.204, RU: 'kWh' };
const END = { TX: 'E', RV: 4_723_549.4, RU: 'Wh' };
const UNKNOWN = { startWh: null, stopWh: null, id: null };

test('An invoice tells the number of the meter and what its display showed, in watt-hours', () => {
  const facts = { startWh: 4_711_204, stopWh: 4_723_549, id: 'METER-1' };
  expect(meterFacts([record({ MS: 'METER-1', RD: [BEGIN, END] })])).toEqual(facts);
  expect(meterFacts([record({ MS: 'METER-1', RD: [BEGIN] }), record({ MS: 'METER-2', RD: [END] })])).toEqual(facts);
});

test('The first begin and the last end count, also where the meter showed nothing yet', () => {
  const at = (RV: number, TX: string) => ({ TX, RV, RU: 'Wh' });
  const records = [
    record({ RD: [at(0, 'B'), at(5, 'C')] }),
    record({ RD: [at(7, 'B'), at(8, 'E')] }),
    record({ RD: [at(0, 'E')] }),
  ];
  expect(meterFacts(records)).toEqual({ startWh: 0, stopWh: 0, id: null });
});

test.each(['E', 'L', 'R', 'A', 'P'])('A session ends with a reading of the kind %s', TX => {
  expect(meterFacts([record({ RD: [{ ...END, TX }] })])).toEqual({ ...UNKNOWN, stopWh: 4_723_549 });
});

test.each([
  ['in another format', record({ MS: 'METER-1', RD: [BEGIN, END] }, 'ALFEN')],
  ['that is no record', { ...record({}), data: 'OCMF' }],
  ['that is no JSON', record('{')],
  ['without readings', record({})],
  ['with readings that are no list', record({ RD: 7 })],
  ['with readings that are no objects', record({ RD: [null] })],
  ['of other kinds', record({ RD: [{ ...BEGIN, TX: 'C' }, { RV: 7 }] })],
  [
    'with values that are no numbers',
    record({
      RD: [
        { ...BEGIN, RV: '4711' },
        { ...END, RV: null },
      ],
    }),
  ],
  ['with a value beyond numbers', record('{"RD":[{"TX":"B","RV":1e999}]}')],
  ['with a number of its meter that is no text', record({ MS: 7 })],
])('Of a record %s nothing is told', (_, value) => {
  expect(meterFacts([value])).toEqual(UNKNOWN);
});
