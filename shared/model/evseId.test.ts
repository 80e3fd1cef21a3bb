import { describe, expect, test } from '@jest/globals';
import { readEvseId } from './evseId.ts';

describe('an EVSE ID is understood however it is written', () => {
  test.each([
    ['as printed', 'DE*ABC*E1234*1', 'DE*ABC*E1234*1', 'DEABCE12341'],
    ['small letters', 'de*abc*e1234*1', 'DE*ABC*E1234*1', 'DEABCE12341'],
    ['blanks instead of asterisks', ' DE ABC E1234 1 ', 'DE*ABC*E12341', 'DEABCE12341'],
    ['hyphens, as printed on many stickers', 'de-abc-e1234-1', 'DE*ABC*E1234*1', 'DEABCE12341'],
    ['dashes of a printer', 'DE–ABC–E1234–1', 'DE*ABC*E1234*1', 'DEABCE12341'],
    ['a short link with hyphens', 'https://laden.example/q/DE-ABC-E1234-1', 'DE*ABC*E1234*1', 'DEABCE12341'],
    ['no asterisks', 'DEABCE12341', 'DE*ABC*E12341', 'DEABCE12341'],
    ['one asterisk missing', 'DEABC*E1234*1', 'DE*ABC*E1234*1', 'DEABCE12341'],
    ['percent-encoded', 'DE%2aABC%2AE1234%2A1', 'DE*ABC*E1234*1', 'DEABCE12341'],
    ['digits in the operator', 'CH*1O3*E213604', 'CH*1O3*E213604', 'CH1O3E213604'],
    ['a second E', 'DE*EEE*EE1', 'DE*EEE*EE1', 'DEEEEEE1'],
    ['an address', 'https://laden.example/blaufink/evse/DE*ABC*E1234*1', 'DE*ABC*E1234*1', 'DEABCE12341'],
    [
      'an address with language, query and plug',
      'https://laden.example/en/blaufink/evse/DE%2AABC%2AE1?plug=2#x',
      'DE*ABC*E1',
      'DEABCE1',
    ],
    ['a short link in capitals', 'HTTPS://LADEN.EXAMPLE/Q/DE*ABC*E1234*1', 'DE*ABC*E1234*1', 'DEABCE12341'],
    ['an address without protocol', 'laden.example/q/deabce1/', 'DE*ABC*E1', 'DEABCE1'],
    ['the typed form’s address', 'https://laden.example/e?evse=DE*ABC*E1', 'DE*ABC*E1', 'DEABCE1'],
    ['invisible characters', 'DE*ABC*E1\u200b\u00a0234', 'DE*ABC*E1234', 'DEABCE1234'],
    ['the longest', `DE*ABC*E${'1'.repeat(31)}`, `DE*ABC*E${'1'.repeat(31)}`, `DEABCE${'1'.repeat(31)}`],
  ])('%s', (_, typed, canonical, compact) => {
    expect(readEvseId(typed)).toEqual({ canonical, compact });
  });

  test.each([
    '',
    'Köln Neumarkt',
    'DE*ABC*1234',
    'DE*AB*E1234',
    'D1*ABC*E1234',
    'DE*ABC*E',
    'DE*ABC*E1**2',
    'DE*ABC*E1*',
    'DE-ABC-E1--2',
    'DE-ABC-1234',
    `DE*ABC*E${'1'.repeat(32)}`,
    '+49*810*000*438',
    'https://laden.example/evse/',
    `https://laden.example/evse/DE*ABC*E1?${'x'.repeat(2048)}`,
  ])('%p is none', typed => {
    expect(readEvseId(typed)).toBeNull();
  });

  test('every spelling of one id compares equal', () => {
    const spellings = ['DE*ABC*E1234*1', 'DEABCE12341', 'de abc e12341', 'DE*ABC*E12*341'];
    expect(new Set(spellings.map(text => readEvseId(text)?.compact)).size).toBe(1);
  });
});
