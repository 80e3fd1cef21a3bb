import { describe, expect, test } from '@jest/globals';
import { parseXml } from '../../../../test/support/xmlTree.ts';
import type { SignedValue } from '../../../core/ports/stationPort.ts';
import { safeContainer } from './calibration.ts';

const record: SignedValue = {
  format: 'OCMF',
  context: 'Transaction.End',
  data: 'OCMF|{"TT":"a & b < c"}|{"SD":"30AF"}',
  publicKey: '3059AF',
};
const xmlOf = (values: readonly SignedValue[]) =>
  new TextDecoder().decode(safeContainer({ values, transactionId: 123_456_789 }).bytes);
const unescapeXml = (text: string) =>
  text
    .replaceAll('&#13;', '\r')
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');

describe('the container for the Transparenzsoftware', () => {
  test('has one value with an integer transaction id, plain OCMF and the public key', () => {
    expect(xmlOf([{ ...record, data: 'OCMF|{}|{}' }])).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<values>',
        '  <value transactionId="123456789" context="Transaction.End">',
        '    <signedData format="OCMF" encoding="plain">OCMF|{}|{}</signedData>',
        '    <publicKey encoding="plain">3059AF</publicKey>',
        '  </value>',
        '</values>',
        '',
      ].join('\n'),
    );
  });

  test('is named after the transaction', () => {
    const { fileName, contentType } = safeContainer({ values: [record], transactionId: 123_456_789 });
    expect([fileName, contentType]).toEqual(['eichrecht-123456789.xml', 'application/xml']);
  });

  test('declares no namespace', () => {
    expect(xmlOf([record])).not.toContain('xmlns');
  });

  test('gives back every byte of a record after unescaping', () => {
    const data = 'OCMF|{"ID":"<&>\\"]]>\r\nä€"}|{}';
    const written = /<signedData[^>]*>([\s\S]*?)<\/signedData>/.exec(xmlOf([{ ...record, data }]))?.[1] ?? '';
    expect(written).not.toMatch(/[<>]/);
    expect(unescapeXml(written)).toBe(data);
  });

  test('keeps the order of begin and end, and leaves out what a station does not tell', () => {
    const xml = xmlOf([
      { ...record, context: 'Transaction.Begin' },
      { ...record, context: null, publicKey: null },
    ]);
    expect(xml.match(/<value [^>]*>/g)).toEqual([
      '<value transactionId="123456789" context="Transaction.Begin">',
      '<value transactionId="123456789">',
    ]);
    expect(xml.match(/<publicKey/g)).toHaveLength(1);
  });

  test.each([
    ['ALFEN', 'AP;0;3;AJ2WS;', 'ALFEN', 'plain'],
    ['Alfen Eichrecht', 'AP;0;3;AJ2WS;', 'ALFEN', 'plain'],
    ['EDL_40_P', '1B1B1B1B01010101', 'EDL_40_P', 'hex'],
    ['ISA_EDL_40_P', 'GxsbGwEBAQ==', 'ISA_EDL_40_P', 'base64'],
    ['EDL40 Mennekes', '<Billing/>', 'EDL_40_MENNEKES', 'plain'],
    ['PCDF', '(TS=1)', 'PCDF', 'plain'],
    ['EDL40 E-Mobility Extension', '1B1B1B1B', 'EDL_40_P', 'hex'],
    // Text formats stay `plain`, even if the data could be read as base64 or hex.
    ['OCMF', 'T0NNRnw=', 'OCMF', 'plain'],
    ['PCDF', 'AAAA', 'PCDF', 'plain'],
    ['ALFEN', 'AP', 'ALFEN', 'plain'],
    ['EDL40 Mennekes', '1B1B', 'EDL_40_MENNEKES', 'plain'],
    ['EDL_40_P', '1B1', 'EDL_40_P', 'base64'],
    ['EDL_40_P', '1B1x', 'EDL_40_P', 'base64'],
    ['EDL_40_P', 'x1B1', 'EDL_40_P', 'base64'],
  ])('passes %s through unchanged under the right name', (format, data, name, encoding) => {
    const match = /<signedData format="([^"]*)" encoding="([^"]*)">(.*)<\/signedData>/.exec(xmlOf([{ ...record, format, data }]));
    expect([match?.[1], match?.[2], unescapeXml(match?.[3] ?? '')]).toEqual([name, encoding, data]);
  });

  test.each([
    ['hex', '3059AF', 'plain', '3059AF'],
    ['base64, as OCPI carries it', 'MFkwEwYHKoZIzj0=', 'base64', 'MFkwEwYHKoZIzj0='],
    ['hex in lines', '3059\n AF', 'plain', '3059AF'],
  ])('writes a key in %s without white space, and says how it is written', (_, publicKey, encoding, written) => {
    expect(xmlOf([{ ...record, publicKey }])).toContain(`<publicKey encoding="${encoding}">${written}</publicKey>`);
  });

  test('stays readable whatever a station sends', () => {
    const xml = xmlOf([
      { ...record, format: 'constructor', data: 'a\u0000b\ud800c' },
      { ...record, format: '"><x', publicKey: ' ' },
    ]);
    expect(xml).toContain('format="CONSTRUCTOR" encoding="plain">a\ufffdb\ufffdc</signedData>');
    expect(xml).toContain('format="&quot;&gt;&lt;X"');
    expect(xml.match(/<publicKey/g)).toHaveLength(1);
    expect(parseXml(xml).children).toHaveLength(2);
  });

  test('refuses a transaction id the software would refuse', () => {
    expect(() => safeContainer({ values: [record], transactionId: 1.5 })).toThrow(new RangeError('Not an integer: 1.5'));
  });
});
