import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchQuery } from '../../shared/charging/charging.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, type Ordered, openOperator, PLAIN } from '../support/openShop.ts';

let shop: OpenOperator;
let ordered: Ordered;
beforeAll(async () => {
  // The session lasts from Friday, 20 November 2026, 23:50 in Cologne until shortly after midnight.
  shop = await openOperator({ startsAt: '2026-11-20T22:50:00Z' });
  ordered = await shop.paid(PLAIN);
  shop.payments.change(ordered.ref, { cardDigits: ['1000', '9876'] });
  await shop.operator.onProviderNotice(ordered.ref);
  await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
  await billed(shop, ordered);
});
afterAll(() => shop.close());

const SEARCH: SearchQuery = { clientId: 'blaufink', country: 'de', date: '2026-11-21', price: '8,53', lastDigits: '1000' };
const finds = async (changes: Partial<SearchQuery> = {}) => (await shop.operator.findSessions({ ...SEARCH, ...changes })).length;

describe('A receipt search', () => {
  it('finds a session by the day it began, the day it ended and one beside either', async () => {
    const { found } = await shop.operator.getReceipt({ receipt: ordered.sessionId });
    expect([found.startedAt, found.endedAt]).toEqual([
      expect.stringMatching(/^2026-11-20T22:5/),
      expect.stringMatching(/^2026-11-20T23:0/),
    ]);
    const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
    expect(await Promise.all(days.map(date => finds({ date })))).toEqual([0, 1, 1, 1, 1, 0]);
  });

  it('takes the printed digits and those of the wallet, and no others', async () => {
    const digits = ['1000', '9876', '0009', '100', '10000', '%', '____', '1000","9876'];
    expect(await Promise.all(digits.map(lastDigits => finds({ lastDigits })))).toEqual([1, 1, 0, 0, 0, 0, 0, 0]);
  });

  it('takes the price however it is written, and to the cent', async () => {
    const prices = ['8,53', '8.53', '€ 8,53', '8,53 EUR', '-8,53', '8,52', '8,5', '853', '0', 'free', ''];
    expect(await Promise.all(prices.map(price => finds({ price })))).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
  });

  it('finds nothing elsewhere: another client, country or charging point', async () => {
    expect(await finds({ clientId: 'farnwald' })).toBe(0);
    expect(await finds({ country: 'at' })).toBe(0);
    expect(await finds({ evseId: 'DE*BLF*E1002*1' })).toBe(0);
    expect(await finds({ evseId: 'de blf e1001 1' })).toBe(1);
    expect(await finds({ date: 'yesterday' })).toBe(0);
  });

  it('answers with nothing personal', async () => {
    const [found] = await shop.operator.findSessions(SEARCH);
    expect(Object.keys(found ?? {}).sort()).toEqual(
      [
        ...['city', 'endedAt', 'energyWh', 'evseId', 'number', 'postalCode', 'price', 'receipt', 'startedAt', 'street'],
        'timeZone',
      ].sort(),
    );
    // The transaction number and the key of the receipt are random, so they may contain these characters.
    expect(JSON.stringify({ ...found, number: '', receipt: '' })).not.toMatch(/ada|lovelace|@|1000|9876/i);
    expect(JSON.stringify(found)).not.toContain(ordered.sessionId);
  });

  it('knows the money a brand takes', async () => {
    expect((await shop.operator.getClient({ clientId: 'blaufink' })).currencies).toEqual(['EUR', 'CHF', 'HUF']);
  });

  it('knows the amounts that somebody may take for the price', async () => {
    const { holdAmountsMinor } = await shop.operator.getClient({ clientId: 'blaufink' });
    expect(holdAmountsMinor).toEqual(expect.arrayContaining([8000]));
    expect(new Set(holdAmountsMinor).size).toBe(holdAmountsMinor.length);
  });
});
