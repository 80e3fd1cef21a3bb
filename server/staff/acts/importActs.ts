import type { PreviewStep } from '../../../shared/console/operating.ts';
import { type CatalogueChanges, linesOf } from '../../shop/import/catalogueChanges.ts';
import { NothingToRevert, revertImport } from '../../shop/import/importCatalogue.ts';
import { ActRefused, type ActRow, act, firstOf, NO_MONEY, textsOf } from './act.ts';
import { CHECKED_REASON, WITHOUT_REASON } from './fields.ts';

const { text, step } = textsOf('acts');

/** Actions on the imported catalogue. */
export const IMPORT_ACTS = {
  'revert-import': act<{ reason: string }>({
    subject: 'catalogue',
    fields: { reason: CHECKED_REASON },
    command: {
      does: 'Restore brands, points and prices as before the last import; placed orders and sessions stay at their price',
    },
    async run({ trx, now }, { reason }) {
      if (reason === '') throw new ActRefused(WITHOUT_REASON);
      const changes = await revertImport(trx, now).catch((error: unknown) => {
        throw error instanceof NothingToRevert ? new ActRefused(error.message, text('revertImport.none')) : error;
      });
      return {
        ...NO_MONEY,
        button: text('revertImport.button'),
        steps: [...stepsOf(changes), step('revertImport.orders'), step('revertImport.console')],
        lines: [...linesOf(changes), 'The last import is reverted. The same files are imported again only by `import`.'],
      };
    },
  }),
} satisfies Readonly<Record<string, ActRow>>;

/** What the import before has of each kind. Points that the last import removed come back, those that it added go away. */
function stepsOf({ prices, pointIds, brandIds }: CatalogueChanges): PreviewStep[] {
  const listed = {
    prices,
    pointsAdded: pointIds.added,
    pointsRemoved: pointIds.removed,
    pointsChanged: pointIds.changed,
    brands: brandIds,
  };
  return Object.entries(listed)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => ({
      ...step(`revertImport.${kind}`, { count: names.length }),
      note: text('revertImport.list', { list: firstOf(names, kind === 'prices' ? '; ' : ', ') }),
    }));
}
