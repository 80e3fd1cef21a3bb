import { afterEach, expect, it } from '@jest/globals';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { getAgreedTexts } from '../../server/staff/console/agreedTexts.ts';
import { replaceCatalogue } from '../../server/store/shop/replaceCatalogue.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
afterEach(() => shop.close());

/** Imports the demo data with every legal text of the brand replaced, as if the operator had edited them. */
async function importOtherTexts(clientId: string): Promise<void> {
  const data = await readOperatorData('demo');
  const clients = data.clients.map(client => {
    if (client.id !== clientId) return client;
    const legal = Object.fromEntries(
      Object.entries(client.legal).map(([locale, texts]) => [
        locale,
        Object.fromEntries(
          Object.keys(texts).map(kind => [
            kind,
            { html: '<p>New words</p>', nodes: ['New words'], hash: `new-${locale}-${kind}` },
          ]),
        ),
      ]),
    );
    return { ...client, legal };
  });
  await shop.store.inTransaction(trx => replaceCatalogue(trx, { ...data, clients }, shop.clock.now()));
}

it('The terms that a driver agreed to can be shown after the operator has changed them', async () => {
  shop = await openOperator();
  const ordered = await shop.charging();
  const { number, clientId } = await shop.session(ordered);
  const before = await getAgreedTexts(shop.store.db, { number });
  expect(JSON.stringify(before?.terms?.nodes)?.length).toBeGreaterThan(100);

  await importOtherTexts(clientId);
  const now = await shop.operator.getLegalText({ clientId, kind: 'terms', locale: 'en' });
  expect(JSON.stringify(now?.nodes)).toContain('New words');
  expect(await getAgreedTexts(shop.store.db, { number })).toEqual(before);
  expect(before?.terms?.hash).not.toBe(now?.hash);
});

it('There are no agreed texts of a session that does not exist', async () => {
  shop = await openOperator();
  expect(await getAgreedTexts(shop.store.db, { number: 1 })).toBeNull();
});
