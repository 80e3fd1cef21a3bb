import type { Payouts, ProviderPage, ProviderPayout, ProviderPayoutRow } from '../../server/core/ports/payoutPort.ts';

/** A payment provider that lists no payouts. */
export const NO_PAYOUTS: Payouts = {
  listPayouts: async () => ({ items: [], next: null }),
  listPayoutRows: async () => ({ items: [], next: null }),
};

/** Page size, so small that every test reads several pages. */
const AT_ONCE = 2;

export interface FakePayouts extends Payouts {
  /** All payouts of the payment provider, in the order in which it lists them. */
  paidOut: { payout: ProviderPayout; account?: string | null; rows: ProviderPayoutRow[] }[];
}

/**
 * Creates a payment provider that lists payouts in pages. `arrive` is called before each response, and may throw to simulate a
 * fault.
 */
export function createFakePayouts(arrive: (name: string) => Promise<void>): FakePayouts {
  const paidOut: FakePayouts['paidOut'] = [];
  return {
    paidOut,
    async listPayouts({ account, from, to, after }) {
      await arrive(`payouts ${after ?? ''}`);
      const ours = paidOut.filter(({ payout, account: whose = null }) => {
        return whose === account && payout.arrivedAt >= from && payout.arrivedAt < to;
      });
      const found = ours.map(({ payout }) => payout);
      return pageOf(found, after);
    },
    async listPayoutRows({ payoutId, after }) {
      await arrive(`rows ${payoutId} ${after ?? ''}`);
      return pageOf(paidOut.find(({ payout }) => payout.id === payoutId)?.rows ?? [], after);
    },
  };
}

function pageOf<Item extends { id: string }>(all: readonly Item[], after: string | null): ProviderPage<Item> {
  const begin = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const items = all.slice(begin, begin + AT_ONCE);
  return { items, next: begin + AT_ONCE < all.length ? (items.at(-1)?.id ?? null) : null };
}
