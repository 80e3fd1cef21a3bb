import { expect, test } from '@jest/globals';
import { LIMITS } from '../../../shared/charging/limits.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { CodeCheck } from '../../core/ports/backend.ts';
import { createMemoryRateLimiter } from '../../platform/rateLimiter.ts';
import { limitCodes } from './codeLimits.ts';

const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' };
const RIGHT = 'right';

const open = () => {
  const check = limitCodes(
    {
      async checkCode({ password }): Promise<CodeCheck> {
        if (password === RIGHT) return { kind: 'valid', slot: 1, point: POINT };
        return password === 'old' ? { kind: 'old', minutes: 4, point: POINT } : { kind: 'wrong', point: POINT };
      },
    },
    createMemoryRateLimiter,
  );
  const from = async (address: string, password: string): Promise<string> => {
    const codeRequest = { chargePoint: 'CS1', evse: 1, password, version: 'v1' };
    return check(codeRequest, address).then(
      ({ kind }) => kind,
      (problem: Problem) => `${problem.code} ${problem.retryAfterS}`,
    );
  };
  return { from };
};
const { limit: perNetwork } = LIMITS.codesPerNetwork;

test('Wrong codes from one network are refused for the rest of the minute, and the right one from there is accepted', async () => {
  const { from } = open();
  for (let n = 0; n < perNetwork; n++) expect(await from('2001:db8::1', `guess ${n}`)).toBe('wrong');
  expect(await from('2001:db8::2', 'guess')).toBe('too-many 60');
  expect(await from('2001:db8::1', RIGHT)).toBe('valid');
  expect(await from('203.0.113.7', RIGHT)).toBe('valid');
});

test('A hundred guesses at once are no more than a hundred in a row', async () => {
  const { from } = open();
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => from('203.0.113.7', `guess ${n}`)));
  expect(answers.filter(answer => answer === 'wrong')).toHaveLength(perNetwork);
});

test('Codes that are right or old do not count, however many there are', async () => {
  const { from } = open();
  for (let n = 0; n < 3 * perNetwork; n++) {
    expect(await from('203.0.113.7', RIGHT)).toBe('valid');
    expect(await from('203.0.113.7', 'old')).toBe('old');
  }
});

test('While many guess at one plug, only wrong codes are refused there', async () => {
  const { from } = open();
  const networks = LIMITS.codesPerEvse.limit / perNetwork;
  for (let network = 0; network < networks; network++)
    for (let n = 0; n < perNetwork; n++) expect(await from(`203.0.113.${network}`, 'guess')).toBe('wrong');
  expect(await from('198.51.100.1', 'guess')).toBe('too-many 60');
  expect(await from('198.51.100.1', RIGHT)).toBe('valid');
});
