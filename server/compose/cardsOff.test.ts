import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeStripe, startFakeStripe } from '../../test/support/stripe/fakeStripe.ts';
import { cardsOff, findBrandsWithoutCards } from './cardsOff.ts';

let peer: FakeStripe;
beforeAll(async () => {
  peer = await startFakeStripe();
});
afterAll(() => peer.close());

const brand = (id: string, paymentAccount: string | null = null) => ({ id, paymentAccount });
const find = (brands: readonly ReturnType<typeof brand>[]) =>
  findBrandsWithoutCards(brands, {
    secretKey: 'sk_test_peer',
    place: { apiOrigin: peer.origin, pageOrigin: peer.origin },
  });

describe('Brands in whose account cards are switched off', () => {
  it('are found with one question for each account', async () => {
    const brands = [brand('blaufink'), brand('solvolt', 'acct_solvolt'), brand('canarybolt')];
    expect(await find(brands)).toEqual([]);
    peer.books.acceptsCards = false;
    const before = peer.received.length;
    expect(await find(brands)).toEqual(brands);
    expect(peer.received.slice(before).map(({ call }) => call)).toEqual(['configurations.list', 'configurations.list']);
  });

  it('are not known where the key may not read the payment methods', async () => {
    peer.refuseKeys();
    await expect(find([brand('blaufink')])).rejects.toThrow();
  });

  it('are named, at most five', () => {
    expect(cardsOff(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(id => brand(id)))).toBe(
      'cards are disabled at the provider, so no payment page opens: a, b, c, d, e and 2 more',
    );
  });
});
