import { expect, test } from '@jest/globals';
import { inFormOrder } from './orderForm.ts';

test('what is wrong is listed as the fields stand, in Hungarian with the family name first', () => {
  const errors = { firstName: { key: 'a' }, lastName: { key: 'b' }, email: { key: 'c' } };
  expect(Object.keys(inFormOrder(errors, 'hu'))).toEqual(['lastName', 'firstName', 'email']);
  expect(Object.keys(inFormOrder(errors, 'de'))).toEqual(['firstName', 'lastName', 'email']);
  expect(inFormOrder({ email: { key: 'c' } }, 'hu')).toEqual({ email: { key: 'c' } });
});
