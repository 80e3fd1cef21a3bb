import { expect, test } from '@jest/globals';
import joi from 'joi';
import type { Consents } from '../../../shared/charging/charging.ts';
import { type Keys, parseRequest } from './input.ts';

const text = joi.string().required();

test('a schema that is not made for its question does not compile', () => {
  // Checks types at compile time: if one of these lines compiled, its `@ts-expect-error` would be reported as an error.
  const misfits: readonly unknown[] = [
    // @ts-expect-error a key is missing
    { clientId: text } satisfies Keys['getChargingPoint'],
    // @ts-expect-error one that may be left out is missing
    { clientId: text, country: text, date: text, price: text, lastDigits: text } satisfies Keys['findSessions'],
    // @ts-expect-error a key is none of this question's
    { clientId: text, evseId: text } satisfies Keys['getClient'],
    // @ts-expect-error a key has another type
    { clientId: joi.number() } satisfies Keys['getClient'],
    // @ts-expect-error the same inside an object
    joi.object<Consents, true>({ acceptTerms: joi.boolean() }),
  ];
  expect(misfits).toHaveLength(5);
});

test('a question is read with all its keys', () => {
  expect(parseRequest('getChargingPoint', { clientId: 'lindau', evseId: 'DE*SWL*E1' })).toEqual({
    clientId: 'lindau',
    evseId: 'DE*SWL*E1',
  });
});

test.each([
  ['without one of its keys', { clientId: 'lindau' }],
  ['with one of another question', { clientId: 'lindau', evseId: 'DE*SWL*E1', text: 'x' }],
  ['with a number for a text', { clientId: 1, evseId: 'DE*SWL*E1' }],
  ['that is none', null],
  ['that is nothing', undefined],
])('a question %s is refused', (_what, input) => {
  expect(() => parseRequest('getChargingPoint', input)).toThrow(expect.objectContaining({ code: 'bad-request' }));
});
