import { describe, expect, it, test } from '@jest/globals';
import { curveOf, fromBase64, fromHex, readKey } from './curves.ts';
import { type JsonObject, readValues } from './meterValues.ts';
import { MAX_RECORD_LENGTH, readOcmf } from './ocmf.ts';
import { createMeter } from './records.fixture.ts';

const SECTION = '{"SD":"00"}';

describe('A record', () => {
  test.each([
    ['of another format', `EDL|{}|${SECTION}`],
    ['without its name', `{}|${SECTION}`],
    ['without a payload', 'OCMF'],
    ['without a signature', 'OCMF|{}'],
    ['of five sections', `OCMF|{}|${SECTION}|{}|{}`],
    ['whose payload is no JSON', `OCMF|{|${SECTION}`],
    ['whose payload is null', `OCMF|null|${SECTION}`],
    ['whose payload is a list', `OCMF|[]|${SECTION}`],
    ['whose payload is a text', `OCMF|"RD"|${SECTION}`],
    ['whose payload is a number', `OCMF|7|${SECTION}`],
    ['whose signature is no object', 'OCMF|{}|"00"'],
    ['whose signature is a number', 'OCMF|{}|{"SD":7}'],
    ['that leaves its signature out', 'OCMF|{}|{}'],
    ['whose algorithm is a number', 'OCMF|{}|{"SA":7,"SD":"00"}'],
    ['whose type is a number', 'OCMF|{}|{"SM":7,"SD":"00"}'],
    ['that is too long', `OCMF|{}|${SECTION}`.padEnd(MAX_RECORD_LENGTH + 1)],
  ])('%s cannot be read', (_, data) => {
    expect(readOcmf(data)).toBeNull();
  });

  it('is read with what was signed to the letter, and with what it leaves out as it is by default', () => {
    const read = readOcmf(` OCMF |{"MS" : "1"}|${SECTION}|{"more":1}\n`);
    expect(read).toMatchObject({ signed: '{"MS" : "1"}', algorithm: null, encoding: 'hex', mimeType: null, signature: '00' });
    expect(readOcmf(`\nOCMF|{}|${SECTION}`)).not.toBeNull();
    expect(readOcmf(`OCMF|{}|${SECTION}`.padEnd(MAX_RECORD_LENGTH))).not.toBeNull();
  });

  it('says how its signature is written, or the signature is not understood', () => {
    const encodingOf = (SE: unknown) => readOcmf(`OCMF|{}|${JSON.stringify({ SE, SD: '00' })}`)?.encoding;
    expect(['hex', 'base64', 'ascii', 7].map(encodingOf)).toEqual(['hex', 'base64', null, null]);
  });
});

describe('A reading', () => {
  const read = (reading: JsonObject, ...more: readonly JsonObject[]) => readValues({ RD: [reading, ...more] }).readings.at(-1);

  test.each([
    ['B', 'begin'],
    ['E', 'end'],
    ['L', 'end'],
    ['R', 'end'],
    ['A', 'end'],
    ['P', 'end'],
    ['C', 'other'],
    ['constructor', 'other'],
    [['B'], 'other'],
    [undefined, 'other'],
  ])('of kind %j is %s', (TX, kind) => {
    expect(read({ TX })?.kind).toBe(kind);
  });

  test.each([
    ['2026-11-20T16:23:00,000+0100 S', '2026-11-20T15:23:00.000Z'],
    ['2026-11-20T16:23:00.250-05:30U', '2026-11-20T21:53:00.250Z'],
    ['2026-11-20T16:23:00,000+0100', '2026-11-20T15:23:00.000Z'],
    ['2026-11-20T16:23:00,000+0100 ', '2026-11-20T15:23:00.000Z'],
    ['2026-11-20T16:23:00,000 S', null],
    ['at 2026-11-20T16:23:00,000+0100 S', null],
    ['2026-11-20T16:23:00,000+0100 Summer', null],
    ['2026-13-20T16:23:00,000+0100 S', null],
    [['2026-11-20T16:23:00,000+0100 S'], null],
    [undefined, null],
  ])('at %j was taken at %s', (TM, at) => {
    expect(read({ TM })?.at).toBe(at === null ? null : Date.parse(at));
  });

  test.each([
    [4711.204, 'kWh', 4_711_204_000],
    [4711.2041, 'Wh', 4_711_204],
    [0, 'Wh', 0],
    [4711, 'MWh', null],
    [4711, 'toString', null],
    [4711, ['Wh'], null],
    [4711, undefined, null],
    ['4711', 'Wh', null],
    [undefined, 'Wh', null],
    [1e300, 'kWh', null],
  ])('of %j %j is %j thousandths of a watt-hour', (RV, RU, milliWh) => {
    expect(read({ RV, RU })?.milliWh).toBe(milliWh);
  });

  test.each([
    [{ ST: 'G', EF: '' }, false],
    [{ ST: 'M' }, true],
    [{ EF: 'tE' }, true],
    [{ EF: 't' }, false],
    [{}, false],
    [{ ST: 7, EF: ['E'] }, false],
  ])('with state and errors %j is not to be trusted: %s', (reported, isFaulty) => {
    expect(read(reported)?.isFaulty).toBe(isFaulty);
  });

  it('repeats what the one before it said, where it says nothing itself', () => {
    const first = { TX: 'B', RI: '1-0:1.8.0', RU: 'Wh', RV: 5, EF: 'E', ST: 'G', TM: '2026-11-20T16:23:00,000+0100 S' };
    const second = { kind: 'other', at: null, milliWh: 7000, unit: 'Wh', register: '1-0:1.8.0', isFaulty: true };
    expect(read(first, { RV: 7 })).toEqual(second);
    expect(read(first, { RV: 7 }, { EF: '', RU: 'kWh' })).toMatchObject({ milliWh: null, unit: 'kWh', isFaulty: false });
  });

  it('that is no object says nothing', () => {
    const silent = { kind: 'other', at: null, milliWh: null, unit: null, register: null, isFaulty: false };
    const { readings } = readValues({ RD: [null, 'B', 7] });
    expect(readings).toEqual([silent, silent, silent]);
  });

  it('is one of a thousand at most', () => {
    expect(readValues({ RD: Array(1000).fill({}) }).readings).toHaveLength(1000);
    expect(readValues({ RD: Array(1001).fill({}) }).readings).toEqual([]);
    expect(readValues({ RD: { length: 1 } }).readings).toEqual([]);
  });
});

describe('Of its meter a record says', () => {
  test.each([
    [{ MS: 'METER-1', GS: 'GW1' }, 'METER-1'],
    [{ MS: '', GS: 'GW1' }, 'GW1'],
    [{ MS: 7 }, null],
    [{}, null],
  ])('%j: number %j', (reported, meterId) => {
    expect(readValues(reported).meterId).toBe(meterId);
  });

  test.each([
    ['T42', { series: 'T', number: 42 }],
    ['F999999999999999', { series: 'F', number: 999_999_999_999_999 }],
    ['T9999999999999999', null],
    ['AT42', null],
    ['T42b', null],
    ['42', null],
    [['T42'], null],
    [undefined, null],
  ])('page %j: %j', (PG, page) => {
    expect(readValues({ PG }).page).toEqual(page);
  });

  it('where it stands only as an EVSE ID, and a tariff only as a text', () => {
    expect(readValues({ CT: 'EVSEID', CI: 'DE*BLF*E1', TT: 'cheap' })).toMatchObject({
      evseId: 'DE*BLF*E1',
      tariffText: 'cheap',
    });
    expect(readValues({ CT: 'CBIDC', CI: 'DE*BLF*E1', TT: '' })).toMatchObject({ evseId: null, tariffText: null });
  });
});

describe('A key or a signature', () => {
  it('is on the curve that its algorithm names, and on none where the name is another', () => {
    expect(curveOf(null)).toBe('prime256v1');
    expect(curveOf('ECDSA-secp256r1-SHA256')).toBe('prime256v1');
    for (const name of ['', 'RSA', 'XECDSA-secp256r1-SHA256', 'ECDSA-secp256r1-SHA2567', 'ECDSA-toString-SHA256'])
      expect(curveOf(name)).toBeNull();
  });

  it('is hex or base64 from its first letter to its last', () => {
    expect(fromHex('00fF')).toEqual(Buffer.from([0, 255]));
    for (const text of ['', '0', '00f', 'g0', '00g', 'g00']) expect(fromHex(text)).toBeNull();
    expect(fromBase64('AP8=')).toEqual(Buffer.from([0, 255]));
    for (const text of ['', '*AP8=', 'AP8=*', 'AP8===', '=']) expect(fromBase64(text)).toBeNull();
  });

  it('is a public key only as it is written, whatever white space is in it', () => {
    const hex = createMeter().publicKey.toString('hex');
    expect(readKey(` ${hex.slice(0, 10)} \n ${hex.slice(10)}`)?.curve).toBe('prime256v1');
    for (const text of ['', `${hex}00`, hex.slice(2), 'no key', `${hex}${'00'.repeat(600)}`]) expect(readKey(text)).toBeNull();
  });
});
