import { describe, expect, test } from '@jest/globals';
import { csvLines, numberCell } from './csv.ts';

const lineOf = (cells: Parameters<typeof csvLines>[0][number], decimal: ',' | '.' = ',') =>
  Buffer.from(csvLines([cells], { decimal })).toString();

describe('A list for a spreadsheet', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', ' =HYPERLINK("x")'])(
    'makes %j text, whoever wrote it',
    text => {
      expect(lineOf([text])).toMatch(/^"?'[^\t\r]/);
    },
  );

  test('keeps an amount below zero a number, with the decimal mark of the list', () => {
    expect(lineOf([numberCell(-500, 2), numberCell(17_408, 3)])).toBe('-5,00;17,408\r\n');
    expect(lineOf([numberCell(-500, 2), null, 'a,b'], '.')).toBe('-5.00,,"a,b"\r\n');
  });
});
