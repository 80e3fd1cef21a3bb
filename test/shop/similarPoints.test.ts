import { expect, it } from '@jest/globals';
import { findSimilarPoints } from '../../server/shop/catalogue/similarPoints.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { openOperator } from '../support/openShop.ts';

it.each(bothEngines())(
  'Similar IDs are suggested if few are, of the brand, and never the catalogue, on %s',
  async (_, openStore) => {
    const shop = await openOperator({ store: await openStore() });
    try {
      const similar = (text: string, clientId: string | null = 'blaufink') => findSimilarPoints(shop, { text, clientId });
      // A digit is superfluous, missing, wrong or swapped.
      expect(await similar('DE*BLF*E10066*1')).toEqual(['DE*BLF*E1006*1']);
      expect(await similar('deblf e1061')).toEqual(['DE*BLF*E1006*1']);
      expect(await similar('DE*BLF*E7006*1')).toEqual(['DE*BLF*E1006*1']);
      expect(await similar('DE*BLF*E1060*1')).toEqual(['DE*BLF*E1006*1']);
      expect(await similar('DE*BLF*E7006*1', null)).toEqual(['DE*BLF*E1006*1']);
      // Of another brand, too many, too different, or no EVSE ID.
      expect(await similar('DE*BLF*E7006*1', 'farnwald')).toEqual([]);
      expect(await similar('DE*BLF*E1000*1')).toEqual([]);
      expect(await similar('DE*BLF*E9999*9')).toEqual([]);
      expect(await similar('%')).toEqual([]);
    } finally {
      await shop.close();
    }
  },
);
