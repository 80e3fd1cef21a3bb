import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type CodeRule, checkPassword, passwordAt } from './password.ts';

interface Vector extends Pick<CodeRule, 'sharedSecret' | 'length'> {
  validityTimeS: number;
  unixTime: number;
  alphabet: string;
  previous: string | null;
  current: string;
  next: string | null;
}
const VECTORS = JSON.parse(readFileSync('test/data/ocpp-totp/vectors.json', 'utf8')) as readonly Vector[];

const RULE: CodeRule = { sharedSecret: 'secure!Charging!', validityS: 30, length: 10 };
const SHOWN_AT = new Date('2026-11-22T12:00:10Z');
const after = (seconds: number): Date => new Date(SHOWN_AT.getTime() + seconds * 1000);
const PASSWORD = passwordAt(RULE, SHOWN_AT);
const checked = (seconds: number, password = PASSWORD, rule = RULE) => checkPassword(rule, { password, at: after(seconds) });

describe('The password in a code on a screen', () => {
  it.each(VECTORS)('is the one that others work out: $current of $sharedSecret', vector => {
    const { unixTime, validityTimeS: validityS, alphabet } = vector;
    const shown = (slots: number) =>
      passwordAt({ ...vector, validityS }, new Date((unixTime + slots * validityS) * 1000), alphabet);
    expect(shown(0)).toBe(vector.current);
    if (vector.previous !== null) expect(shown(-1)).toBe(vector.previous);
    if (vector.next !== null) expect(shown(1)).toBe(vector.next);
  });

  it('counts in its own half minute, the one before and the one after', () => {
    const slot = Math.floor(SHOWN_AT.getTime() / 30_000);
    for (const seconds of [-30, -10, 0, 19, 20, 49]) expect(checked(seconds)).toEqual({ is: 'valid', slot });
    expect(checked(-41)).toEqual({ is: 'wrong' });
  });

  it.each([
    [50, 1],
    [125, 2],
    [3600, 60],
    [86_400, 1440],
  ])('is old %i s later, and says by how many minutes', (seconds, minutes) => {
    expect(checked(seconds)).toEqual({ is: 'old', minutes });
  });

  it('that is older than a day is not told from an invented one', () => {
    expect(checked(86_400 + 60)).toEqual({ is: 'wrong' });
  });

  it.each(['', 'x', `${PASSWORD}x`, PASSWORD.slice(1), PASSWORD.toUpperCase(), 'ääääääääää', 'äääää', '0000000000'])(
    'is not “%s”',
    password => {
      expect(checked(0, password)).toEqual({ is: 'wrong' });
    },
  );

  it('of another station is wrong here', () => {
    expect(checked(0, passwordAt({ ...RULE, sharedSecret: 'another!Charging' }, SHOWN_AT))).toEqual({ is: 'wrong' });
  });
});
