import type { PriceAct } from '../../../../shared/console/acts.ts';
import { previewed } from '../../parts/actForms.ts';
import { actPage } from '../../parts/actPage.tsx';
import { pricePath } from '../../parts/pricePaths.ts';

type Decision = Extract<PriceAct, { does: 'confirm-price' | 'decline-price' }>;
type Withdrawal = Extract<PriceAct, { does: 'withdraw-price' }>;

/**
 * Approves or rejects a change of prices that another person has requested. The address contains the revision that the person
 * saw, so that no other change is approved.
 */
const decisionPage = (decision: 'confirm' | 'decline', path: string) =>
  actPage<Decision>({
    path,
    tab: 'prices',
    title: `acts.name.${decision}-price`,
    back: ({ tariff }) => ({ to: pricePath(tariff), name: tariff }),
    read: ({ tariff = '' }, { revision = '', reason = '' }) => ({
      ...{ does: `${decision}-price` as const, tariff, reason },
      ...(revision && { revision }),
    }),
    preview: previewed,
    hidden: ['revision'],
    done: (_, { tariff }) => ({ go: `${pricePath(tariff)}?done=${decision}` }),
  });

export const confirmPricePage = decisionPage('confirm', '/prices/:tariff/confirm');
export const declinePricePage = decisionPage('decline', '/prices/:tariff/decline');

export const withdrawPricePage = actPage<Withdrawal>({
  path: '/prices/:tariff/withdraw',
  tab: 'prices',
  title: 'acts.name.withdraw-price',
  back: ({ tariff }) => ({ to: pricePath(tariff), name: tariff }),
  read: ({ tariff = '' }, { from = '', revision = '', reason = '' }) => ({
    ...{ does: 'withdraw-price', tariff, from, reason },
    ...(revision && { revision }),
  }),
  preview: previewed,
  hidden: ['from', 'revision'],
  done: ({ waits }, { tariff }) => ({ go: `${pricePath(tariff)}?done=${waits ? 'request' : 'withdraw'}` }),
});
