import { expect, it } from '@jest/globals';
import { enqueueRefund } from '../../server/shop/payments/refunds.ts';
import type { Receipt } from '../../shared/charging/receipt.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';

/**
 * Reads the receipt repeatedly, at varying moments, while `happens` runs.
 * @returns all receipts that were read
 */
async function readDuring(shop: OpenOperator, receipt: string, happens: () => Promise<unknown>): Promise<readonly Receipt[]> {
  const pending: Promise<Receipt>[] = [];
  let isOver = false;
  const happening = happens().finally(() => {
    isOver = true;
  });
  for (let n = 0; !isOver; n++) {
    pending.push(shop.operator.getReceipt({ receipt }));
    for (let step = 0; step < n % 7; step++) await Promise.resolve();
    if (n % 4 === 0) await new Promise(setImmediate);
  }
  await happening;
  return Promise.all(pending);
}

it('A receipt never tells half of what was written together', async () => {
  const shop = await openOperator();
  const ordered = await shop.charging(PLAIN);
  await shop.pass(600);
  const { sessionId, authorizationReference } = ordered;
  const charged = await readDuring(shop, sessionId, async () => {
    await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
    await shop.pass(0);
  });
  for (const { documents, lines, chargedMinor, isBilled } of charged)
    if (documents.length > 0) expect([lines.length > 0, chargedMinor, isBilled]).toEqual([true, 853, true]);

  const { number } = await shop.session(ordered);
  await enqueueRefund({ store: shop.store, now: shop.clock.now() }, { number, amountMinor: 100, reason: 'late' });
  const refunded = await readDuring(shop, sessionId, () => shop.pass(10));
  expect(refunded.some(({ timeline }) => timeline.at(-1)?.kind === 'refunded')).toBe(true);
  for (const { timeline, documents } of refunded)
    if (timeline.at(-1)?.kind === 'refunded') expect(documents.at(-1)?.kind).toBe('credit-note');
  await shop.close();
});
