import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describeApi } from '../../scripts/build/describeApi.ts';
import { DESCRIPTION, listOperations } from '../../server/http/operatorApi/description.ts';
import { ACTS } from '../../server/staff/acts/acts.ts';

test('the description of the API is what the types say: `npm run openapi` writes the file', () => {
  expect(JSON.parse(JSON.stringify(describeApi()))).toEqual(DESCRIPTION);
}, 60_000);

test('a validator of OpenAPI 3.1 accepts the description', async () => {
  expect(await new Validator().validate(structuredClone(DESCRIPTION) as never)).toMatchObject({ valid: true });
});

test('the API has all actions of the console but those on sign-ins and tokens', () => {
  const described = listOperations().flatMap(({ method, does }) => (method === 'post' ? [does] : []));
  const missing = Object.keys(ACTS).filter(does => !described.includes(does));
  // Only the command line has 'driver-data', 'pass-over' and 'read-payouts'.
  expect(missing.sort()).toEqual(['add-token', 'driver-data', 'end-sign-ins', 'pass-over', 'read-payouts', 'revoke-token']);
});

test('each operation has its own name, which is a name in programming languages, and each status of an error', () => {
  const operations = Object.values(DESCRIPTION.paths).flatMap(methods => Object.values(methods));
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  // `new Function` throws an error if the name is a reserved word.
  for (const name of names) expect(() => new Function(name, "'use strict'")).not.toThrow();
  const everywhere = ['200', '401', '403', '422', '429', '500', '503'];
  for (const { responses } of operations) expect(Object.keys(responses)).toEqual(expect.arrayContaining(everywhere));
});
