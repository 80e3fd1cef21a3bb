// What a person may do with an operator's folder: npm run operator -- check <folder>, npm run operator -- import
import { readShop, sellableInWords, usualTerms } from '../server/composeData.ts';
import { DataRefused } from '../server/operator/import/faults.ts';
import { replaceCatalogue } from '../server/operator/store/catalogue.ts';
import { operatorData } from './database.mjs';

const line =
  kind =>
  ({ file, path, reason }) =>
    `${kind.padEnd(7)} ${file} ${path}: ${reason}`;

/** The shop, or null with every fault told. */
async function read(folder, now) {
  try {
    return await readShop(folder, usualTerms(now));
  } catch (error) {
    if (!(error instanceof DataRefused)) throw error;
    return { faults: error.faults.map(line('fault')) };
  }
}

const told = ({ data, sellable }) => [...data.remarks.map(line('remark')), sellableInWords(sellable)];

export const DATA_COMMANDS = {
  check: {
    usage: 'check [folder]',
    does: 'reads an operator’s folder (OPERATOR_DATA) without importing it: faults, remarks, and what can be sold; fails if nothing can',
    /** Answers lines to print, and whether all is well. */
    async run(_store, [folder = operatorData]) {
      const shop = await read(folder, new Date());
      if (shop.faults) return { lines: [...shop.faults, `${folder} cannot be used.`], isWell: false };
      return { lines: told(shop), isWell: shop.sellable.sold > 0 };
    },
  },
  import: {
    usage: 'import',
    does: 'has the running app sell by OPERATOR_DATA as it is now; with a fault in it, everything stays as it was',
    needsStore: true,
    async run({ store, now }) {
      const shop = await read(operatorData, now);
      if (shop.faults) return { lines: [...shop.faults, 'Nothing was imported: everything stays as it was.'], isWell: false };
      await store.inTransaction(trx => replaceCatalogue(trx, shop.data, now));
      return { lines: [...told(shop), `Imported from ${operatorData}.`], isWell: true };
    },
  },
};
