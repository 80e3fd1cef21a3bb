import { describe, expect, it } from '@jest/globals';
import type { Bill } from '../../../shared/model/tariff.ts';
import { BLOCKING, FREE, once, perKwh, perMinute, tariffOf } from '../pricing/tariffs.fixture.ts';
import { BEGIN, BILL, createMeter, END, evidence, METER, payloadOf, signedValue, TARIFF } from './records.fixture.ts';
import { checkEvidence, type Evidence } from './verdicts.ts';

const signed = (more: Parameters<typeof payloadOf>[0]) => signedValue(METER, payloadOf(more));
const start = signedValue(METER, payloadOf({ PG: 'T42', RD: [BEGIN] }), { context: 'Transaction.Begin' });
const stop = signedValue(METER, payloadOf({ PG: 'T43', RD: [END] }));
const check = (changes: Partial<Evidence> = {}) => checkEvidence(evidence(changes));
const billWith = (line: Partial<Bill['lines'][number]>, totalMinor = 763): Bill => ({
  ...BILL,
  lines: BILL.lines.map((each, place) => (place === 0 ? { ...each, ...line } : each)),
  totalMinor,
  vat: [{ percent: 19, netMinor: 0, vatMinor: 0, grossMinor: totalMinor }],
});

const NOTHING = { tariff: FREE, bill: { currency: 'EUR', lines: [], totalMinor: 0, vat: [] } } as const;

describe('a bill in order', () => {
  it('matches one complete record', () => {
    expect(check()).toEqual({
      overall: 'ok',
      records: [{ verdict: 'valid', reason: null, publicKey: METER.publicKey.toString('hex').toUpperCase() }],
      reasons: [],
      signedEnergyWh: 12_345,
      billedEnergyWh: 12_345,
      meter: {
        id: 'METER-1',
        startWh: 4_711_204,
        stopWh: 4_723_549,
        startedAt: '2026-11-20T15:23:00.000Z',
        stoppedAt: '2026-11-20T16:24:00.000Z',
      },
    });
  });

  it.each<[string, Partial<Evidence>]>([
    ['two records, one at the start and one at the end', { values: [start, stop] }],
    ['an end that repeats the begin', { values: [start, signed({ PG: 'T43' })] }],
    ['readings that leave out what stays the same', { values: [signed({ RD: [BEGIN, { TM: END.TM, TX: 'E', RV: END.RV }] })] }],
    [
      'Wh instead of kWh',
      {
        values: [
          signed({
            RD: [
              { ...BEGIN, RU: 'Wh', RV: 4_711_204 },
              { ...END, RU: 'Wh', RV: 4_723_549 },
            ],
          }),
        ],
      },
    ],
    ['a meter finer than the bill', { values: [signed({ RD: [BEGIN, { ...END, RV: 4723.5497 }] })] }],
    ['the tariff as it was sold', { values: [signed({ TT: '001;EUR;35.0;59;0;0' })] }],
    ['words of its own for the tariff', { values: [signed({ TT: 'as shown at the station' })] }],
    ['our point in another spelling', { values: [signed({ CI: 'DE*BLF*E10011' })] }],
    ['a point that is no EVSE ID', { values: [signed({ CI: '+49*822*1' })] }],
    ['records that do not all name their meter', { values: [start, signed({ PG: 'T43', MS: '', GS: '' })] }],
    [
      'a key that one record has in lines',
      { values: [{ ...start, publicKey: start.publicKey?.replace(/(.{8})/g, '$1 \n') ?? null }, stop] },
    ],
    ['two hundred records that say the same', { values: Array(200).fill(signedValue(METER, payloadOf())) }],
    [
      'a session in which nothing flowed',
      { values: [signed({ RD: [BEGIN, { ...END, RV: BEGIN.RV }] })], ...NOTHING, energyWh: 0 },
    ],
  ])('matches %s', (_, changes) => {
    expect(check(changes)).toMatchObject({ overall: 'ok', reasons: [] });
  });

  it('may charge for less, where energy is free, or for full steps', () => {
    const bill: Bill = { currency: 'EUR', lines: [], totalMinor: 0, vat: [] };
    expect(check({ tariff: FREE, bill })).toMatchObject({ overall: 'ok', billedEnergyWh: 12_345 });
    const stepped = tariffOf({ components: [{ ...perKwh(590_000), stepSize: 1000 }] });
    const lines = [{ kind: 'energy', quantity: 13_000, unitPriceMicro: 590_000, amountMinor: 767, vatPercent: 19 } as const];
    const vat = [{ percent: 19, netMinor: 645, vatMinor: 122, grossMinor: 767 }];
    expect(check({ tariff: stepped, bill: { currency: 'EUR', lines, totalMinor: 767, vat } })).toMatchObject({ overall: 'ok' });
  });

  it('may charge for less where only a part of the energy has a price', () => {
    const tariff = tariffOf({ components: [perKwh(0)], restrictions: { maxEnergyWh: 2345 } }, { components: [perKwh(590_000)] });
    const bill = { ...billWith({ quantity: 10_000, amountMinor: 590 }, 625) };
    expect(check({ tariff, bill })).toMatchObject({ overall: 'ok', billedEnergyWh: 12_345 });
  });

  it('charges for the watt-hours of its lines, whatever steps its minutes have', () => {
    const tariff = tariffOf({ components: [perKwh(590_000), perMinute('TIME', 10_000), once(350_000)] });
    expect(check({ tariff, energyWh: 12_346 })).toMatchObject({ overall: 'ok', billedEnergyWh: 12_345 });
  });

  it.each([
    [2, true],
    [3, true],
    [4, false],
    [-3, true],
    [-4, false],
  ])('may make up for the rounding of its three lines where it reaches a least price: %i cents, %s', (cents, isRight) => {
    const minimum = { kind: 'other', quantity: 1, unitPriceMicro: 1_000_000, amountMinor: 100 + cents, vatPercent: 19 } as const;
    const totalMinor = 863 + cents;
    const bill = { ...billWith({}, totalMinor), lines: [...BILL.lines, minimum] };
    expect(check({ bill }).reasons).toEqual(isRight ? [] : ['amount']);
  });

  it('may charge less than minutes times price where the fee has a cap', () => {
    const bill = billWith({ kind: 'blocking', quantity: 10_800, unitPriceMicro: 100_000, amountMinor: 1200 }, 1235);
    expect(check({ tariff: BLOCKING, bill }).reasons).toEqual([]);
    expect(check({ tariff: TARIFF, bill }).reasons).toEqual(['amount']);
    // The tariff has a maximum for the blocking fee, but not for energy. So the reduced energy line is an error.
    const cheap = billWith({ unitPriceMicro: 450_000, amountMinor: 500 }, 535);
    expect(check({ tariff: BLOCKING, bill: cheap }).reasons).toEqual(['amount']);
  });
});

describe('something is wrong', () => {
  const otherMeter = createMeter();
  it.each<[string, Partial<Evidence>, readonly string[]]>([
    [
      'the contexts of start and stop are swapped',
      {
        values: [
          { ...start, context: 'Transaction.End' },
          { ...stop, context: 'Transaction.Begin' },
        ],
      },
      ['order'],
    ],
    [
      'the readings are swapped',
      {
        values: [
          signed({
            RD: [
              { ...BEGIN, TX: 'E' },
              { ...END, TX: 'B' },
            ],
          }),
        ],
      },
      ['order', 'energy'],
    ],
    ['the meter ran backwards', { values: [signed({ RD: [BEGIN, { ...END, RV: 4700 }] })] }, ['order', 'energy']],
    [
      'what was sent as the start holds an end',
      {
        values: [
          { ...start, context: null },
          { ...stop, context: 'Transaction.Begin' },
        ],
      },
      ['order'],
    ],
    [
      'what was sent as the end holds only a start',
      {
        values: [
          { ...start, context: 'Transaction.End' },
          { ...stop, context: null },
        ],
      },
      ['order'],
    ],
    ['the end has the page of the start', { values: [start, signed({ PG: 'T42', RD: [END] })] }, ['order']],
    ['the end was signed before the start', { values: [start, signed({ PG: 'T41', RD: [END] })] }, ['order']],
    [
      'the end is earlier than the start',
      { values: [signed({ RD: [BEGIN, { ...END, TM: '2026-11-20T15:24:00,000+0100 S' }] })] },
      ['order'],
    ],
    ['the end belongs to another series', { values: [start, signed({ PG: 'F43', RD: [END] })] }, ['order']],
    ['the end is of another meter', { values: [start, signed({ PG: 'T43', MS: 'METER-2', RD: [END] })] }, ['meter']],
    [
      'the end is signed by another meter',
      { values: [start, signedValue(otherMeter, payloadOf({ PG: 'T43', RD: [END] }))] },
      ['meter'],
    ],
    ['the units differ', { values: [signed({ RD: [BEGIN, { ...END, RU: 'Wh', RV: 4_723_549 }] })] }, ['unit']],
    ['another register was read at the end', { values: [signed({ RD: [BEGIN, { ...END, RI: '1-0:2.8.0' }] })] }, ['unit']],
    ['it was measured at another point', { values: [signed({ CI: 'DE*BLF*E1001*2' })] }, ['point']],
    ['the meter distrusts itself', { values: [signed({ RD: [BEGIN, { ...END, ST: 'M' }] })] }, ['meter-state']],
    ['the meter reports a fault of its energy', { values: [signed({ RD: [BEGIN, { ...END, EF: 'E' }] })] }, ['meter-state']],
    ['one Wh more is billed', { bill: billWith({ quantity: 12_346 }) }, ['energy']],
    [
      'the receipt tells another energy',
      { tariff: FREE, bill: { ...BILL, lines: [], totalMinor: 0, vat: [] }, energyWh: 12_344 },
      ['energy'],
    ],
    ['another tariff was signed', { values: [signed({ TT: '001;EUR;35;49;0;0' })] }, ['tariff']],
    ['a line costs a cent too much', { bill: billWith({ amountMinor: 729 }, 764) }, ['amount']],
    ['a line costs a cent too little', { bill: billWith({ amountMinor: 727 }, 762) }, ['amount']],
    ['the lines do not make the total', { bill: { ...billWith({}, 764) } }, ['amount']],
    ['the VAT is not that of the total', { bill: { ...billWith({}, 764), totalMinor: 763 } }, ['amount']],
  ])('%s', (_, changes, reasons) => {
    expect(check(changes)).toMatchObject({ overall: 'problem', reasons });
  });

  it('tells edited energy by the signature and by the bill', () => {
    const [genuine] = evidence().values;
    const values = [{ ...genuine!, data: genuine!.data.replace('4723.549', '4725.549') }];
    expect(check({ values })).toMatchObject({
      overall: 'problem',
      reasons: ['energy'],
      signedEnergyWh: 14_345,
      billedEnergyWh: 12_345,
      records: [{ verdict: 'invalid', reason: 'signature' }],
    });
  });
});

describe('the check is not complete', () => {
  it.each<[string, Partial<Evidence>, readonly string[]]>([
    ['without signed values', { values: [] }, ['no-records']],
    ['with a start only', { values: [start] }, ['incomplete']],
    ['with an end only', { values: [stop] }, ['incomplete']],
    [
      'with two starts that differ',
      { values: [start, signed({ RD: [{ ...BEGIN, RV: 4711.205 }, END], PG: 'T43' })] },
      ['incomplete'],
    ],
    [
      'with two starts at different times',
      { values: [start, signed({ RD: [{ ...BEGIN, TM: '2026-11-20T16:22:00,000+0100 S' }, END], PG: 'T43' })] },
      ['incomplete'],
    ],
    ['with a start nobody knows the time of', { values: [signed({ RD: [{ ...BEGIN, TM: 'noon' }, END] })] }, ['incomplete']],
    ['with a time nobody can read', { values: [signed({ RD: [BEGIN, { ...END, TM: 'noon' }] })] }, ['incomplete']],
    [
      'with a unit nobody knows',
      {
        values: [
          signed({
            RD: [
              { ...BEGIN, RU: 'MWh' },
              { ...END, RU: 'MWh' },
            ],
          }),
        ],
      },
      ['incomplete'],
    ],
    ['without the key', { values: [{ ...evidence().values[0]!, publicKey: null }] }, []],
    [
      'with a format that only other programs read',
      { values: [{ ...start, format: 'ALFEN', data: 'AP;0;3;…' }] },
      ['incomplete'],
    ],
    ['with far too many records', { values: Array(201).fill(evidence().values[0]) }, ['incomplete']],
  ])('%s', (_, changes, reasons) => {
    expect(check(changes)).toMatchObject({ overall: 'open', reasons });
  });
});
