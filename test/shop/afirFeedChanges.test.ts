import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ClientRecord, OperatorData } from '../../server/core/records/records.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
let demo: OperatorData;
beforeEach(async () => {
  demo = await readOperatorData('demo');
  shop = await openOperator();
});
afterEach(() => shop.close());

const request = { clientId: 'farnwald', document: 'table' } as const;
const table = async (): Promise<string | null> => {
  const feed = await shop.operator.getFeed?.(request);
  return feed ? gunzipSync(feed.gzip).toString() : null;
};
const importClient = (changes: Partial<ClientRecord>) =>
  shop.operator.importData({
    ...demo,
    clients: demo.clients.map(client => (client.id === request.clientId ? { ...client, ...changes } : client)),
  });

describe('The next request for a feed after an import', () => {
  it('finds no feed if the import has switched the feed off', async () => {
    expect(await table()).not.toBeNull();
    await importClient({ feed: 'off' });
    expect(await table()).toBeNull();
    await importClient({});
    expect(await table()).not.toBeNull();
  });

  it('has the new name of the brand', async () => {
    expect(await table()).not.toContain('Farnwald Neu');
    await importClient({ name: 'Farnwald Neu' });
    expect(await table()).toContain('Farnwald Neu');
  });
});

it('A feed without a change makes no statement', async () => {
  await table();
  // A closed database would refuse every statement.
  await shop.store.db.destroy();
  expect(await table()).not.toBeNull();
});
