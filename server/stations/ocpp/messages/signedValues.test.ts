import { describe, expect, it } from '@jest/globals';
import { readSignedValues } from './signedValues.ts';

const RECORD = 'OCMF|{"FV":"1.0","RD":[{"TX":"E","RV":1.5}]}|{"SD":"304402"}';
const KEY =
  '3059301306072a8648ce3d020106082a8648ce3d0301070342000460d122845b52514825a2cdddc90b17f88c08b29526' +
  '1877fdad8c5bb78f03d9a4b1fb82246ca2f33e1da17711593ddece6ab3c18af72c4cef6a5ffb04c5af169e';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const carrier = (more: object = {}) => ({
  signedMeterData: base64(RECORD),
  encodingMethod: 'OCMF',
  signingMethod: '',
  publicKey: '',
  ...more,
});
const read = (sampled: object) => readSignedValues([{ timestamp: '2026-11-22T10:00:00Z', sampledValue: [sampled] }])[0];

describe('A signed record', () => {
  it.each([
    ['1.6, in the alliance’s form', { format: 'SignedData', value: JSON.stringify(carrier()) }],
    [
      '1.6, under an older name',
      { format: 'SignedData', value: JSON.stringify({ signedMeterValue: base64(RECORD), encodingMethod: 'OCMF' }) },
    ],
    ['1.6, bare', { format: 'SignedData', value: RECORD }],
    ['1.6, bare in base64', { format: 'SignedData', value: base64(RECORD) }],
    ['1.6, bare in hex', { format: 'SignedData', value: hex(RECORD) }],
    ['2.x', { value: 1500, signedMeterValue: carrier() }],
    ['2.x, with its method unsaid', { value: 1500, signedMeterValue: carrier({ encodingMethod: '' }) }],
  ])('of %s comes out to the byte', (_, sampled) => {
    expect(read({ ...sampled, context: 'Transaction.End' })).toEqual({
      format: 'OCMF',
      context: 'Transaction.End',
      data: RECORD,
      publicKey: null,
    });
  });

  it.each([
    ['as the alliance writes it', base64(`oca:base16:asn1:${KEY}`)],
    ['the same without base64', `oca:base16:asn1:${KEY}`],
    ['bare hex digits', KEY.toUpperCase()],
    ['hex digits in base64', base64(KEY)],
    ['base64 of the key itself', Buffer.from(KEY, 'hex').toString('base64')],
  ])('names its key %s', (_, publicKey) => {
    expect(read({ value: 1, signedMeterValue: carrier({ publicKey }) })?.publicKey).toBe(KEY);
  });

  it.each([
    ['ALFEN', 'AP;0;3;AJ2;BIAA', 'ALFEN'],
    ['EDL', 'no form we know', 'EDL_40_P'],
    ['Other', 'no form we know', 'OTHER'],
  ])('by the method %s is handed on as %s', (encodingMethod, data, format) => {
    expect(read({ value: 1, signedMeterValue: carrier({ encodingMethod, signedMeterData: data }) })).toMatchObject({
      format,
      data,
    });
  });

  it('is none where a value is only a value', () => {
    expect(read({ value: '1234' })).toBeUndefined();
    expect(readSignedValues('nothing')).toEqual([]);
  });
});
