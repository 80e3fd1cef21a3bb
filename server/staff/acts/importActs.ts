import { NothingToRevert, revertImport } from '../../shop/import/importCatalogue.ts';
import { ActRefused, type ActRow, act, COMMAND_ONLY } from './act.ts';
import { CHECKED_REASON, WITHOUT_REASON } from './fields.ts';

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
        throw error instanceof NothingToRevert ? new ActRefused(error.message) : error;
      });
      return {
        ...COMMAND_ONLY,
        lines: [...changes, 'The last import is reverted. The same files are imported again only by `import`.'],
      };
    },
  }),
} satisfies Readonly<Record<string, ActRow>>;
