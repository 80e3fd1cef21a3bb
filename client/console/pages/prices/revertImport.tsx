import type { Act } from '../../../../shared/console/acts.ts';
import { previewed } from '../../parts/actForms.ts';
import { actPage } from '../../parts/actPage.tsx';
import { PRICES_PATH } from '../../parts/pricePaths.ts';

/** Restores brands, points and prices as before the last import. */
export const revertImportPage = actPage<Extract<Act, { does: 'revert-import' }>>({
  path: '/revert-import',
  tab: 'prices',
  title: 'acts.name.revert-import',
  back: () => ({ to: PRICES_PATH, text: 'frame.nav.prices' }),
  read: (_, { reason = '' }) => ({ does: 'revert-import', reason: reason.trim() }),
  preview: previewed,
  done: () => ({ go: `${PRICES_PATH}?done=revert` }),
});
