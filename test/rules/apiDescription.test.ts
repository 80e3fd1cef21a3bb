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

test('the API has all actions of the console but those on sign-ins and tokens, new webhook endpoints, lists of stations, and those on files of the operator', () => {
  const described = listOperations().flatMap(({ method, id }) => (method === 'post' ? [id] : []));
  const missing = Object.keys(ACTS).filter(does => !described.includes(does));
  expect(missing.sort()).toEqual([
    'add-stations',
    'add-token',
    'add-webhook',
    'driver-data',
    'end-sign-ins',
    'pass-over',
    'read-payouts',
    'revert-import',
    'revoke-token',
  ]);
});

test('each operation has its own name and the answers of errors', () => {
  const operations = Object.values(DESCRIPTION.paths).flatMap(methods => Object.values(methods));
  const names = operations.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { responses } of operations) expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '4XX', '5XX']));
});
