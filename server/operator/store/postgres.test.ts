import { expect, it } from '@jest/globals';
import { freePort } from '../../../test/support/freePort.ts';
import { openPostgres } from './postgres.ts';
import { createStore } from './store.ts';
import { DatabaseUnavailable } from './unavailable.ts';

it('A database that cannot be reached is called so, with what happened behind it', async () => {
  const store = createStore(openPostgres(`postgres://nobody@127.0.0.1:${await freePort()}/none`));
  const error: unknown = await store.check().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(error).toMatchObject({ name: 'DatabaseUnavailable', cause: { code: 'ECONNREFUSED' } });
  await store.close();
});
