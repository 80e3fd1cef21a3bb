import { describe, expect, test } from '@jest/globals';
import { safeContainer } from '../../shop/documents/content/calibration.ts';
import { meterFacts } from '../../shop/documents/content/meterFacts.ts';
import { createMeter, METER, payloadOf, signedValue } from './records.fixture.ts';
import { unwrapped } from './signedRecord.ts';
import { verifyRecord } from './verifyRecord.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const plain = signedValue(METER, payloadOf({ ID: 'Straße "1" €' }));
const inLines = (text: string): string => text.replace(/(.{76})/g, '$1\r\n');

describe('a signed record that travelled in base64', () => {
  test.each([
    ['as OCPI sends it', { data: base64(plain.data) }],
    ['in lines', { data: inLines(base64(plain.data)) }],
    ['with its key as OCPP sends it', { data: base64(plain.data), publicKey: base64(`oca:base16:asn1:${plain.publicKey}`) }],
    ['with the bare key of OCPP', { publicKey: `oca:base16:asn1:${plain.publicKey}` }],
  ])('is the record the meter signed: %s', (_, changes) => {
    const record = unwrapped({ ...plain, ...changes });
    // Upper or lower case of the hex digits makes no difference.
    expect({ ...record, publicKey: record.publicKey?.toUpperCase() }).toEqual(plain);
  });

  test('can be verified, is read for the invoice, and goes into the container as plain text', () => {
    const wrapped = unwrapped({ ...plain, data: base64(plain.data) });
    expect(verifyRecord(wrapped).verdict).toBe('valid');
    expect(meterFacts([wrapped])).toEqual({ startWh: 4_711_204, stopWh: 4_723_549, id: 'METER-1' });
    const xml = new TextDecoder().decode(safeContainer({ values: [wrapped], transactionId: 42 }).bytes);
    expect(xml).toContain('format="OCMF" encoding="plain">OCMF|{"FV":');
  });
});

describe('stays as it came', () => {
  const derKey = Buffer.from(createMeter().publicKey).toString('base64');
  test.each([
    ['a plain record', plain],
    ['a key in base64', { ...plain, publicKey: derKey }],
    ['no key', { ...plain, publicKey: null }],
    ['base64 of something else', { ...plain, data: base64('AP;0;3;AJ2WS') }],
    ['base64 of no text', { ...plain, data: Buffer.from([0xff, 0xfe, 0x80]).toString('base64') }],
    [
      'base64 of a record with letters that are none',
      { ...plain, data: Buffer.from('OCMF|{"ID":"\xff"}|{}', 'latin1').toString('base64') },
    ],
    ['base64 of a record behind a mark of byte order', { ...plain, data: base64(`\ufeff${plain.data}`) }],
    ['base64 behind something else', { ...plain, data: `*${base64(plain.data)}` }],
    ['base64 with something behind it', { ...plain, data: `${base64(plain.data)}*` }],
    ['nothing', { ...plain, data: '' }],
    ['another format, whatever is in it', { ...plain, format: 'ALFEN', data: base64(plain.data) }],
    ['far too much', { ...plain, data: base64(`OCMF|${'x'.repeat(600_000)}`) }],
  ])('%s', (_, value) => {
    expect(unwrapped(value)).toEqual(value);
  });
});
