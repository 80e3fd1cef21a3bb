import { isAsSeen, openFolder } from '../core/formats/folder.ts';
import type { DatedTariff, OperatorData } from '../core/records/records.ts';
import type { SellingTerms } from '../shop/catalogue/terms.ts';
import type { Store, Trx } from '../store/engine/database.ts';
import { findImportedFiles, putImportedFiles } from '../store/shop/importedFiles.ts';
import { createImportReport, type ImportReport, shopOf } from './importReport.ts';

interface ImportFolderDependencies {
  /** An operator's folder. */
  place: string;
  store: Pick<Store, 'db'>;
  terms: SellingTerms;
  /** Names the code and the settings that a folder is judged by; null: nobody knows, so it is always read. */
  rules: string | null;
  importData(data: OperatorData, beside: (trx: Trx) => Promise<void>): Promise<void>;
}

/**
 * Reads an operator's folder, and has the shop sell by it. Answers what is to be said of it.
 * @throws DataRefused with every fault; everything stays as it was, and nothing is noted of the folder
 */
export async function importFolder({ place, terms, rules, importData }: ImportFolderDependencies): Promise<ImportReport> {
  const { readFolder } = await import('../shop/import/readOperatorData.ts');
  const folder = openFolder(place);
  const shop = shopOf(await readFolder(folder), terms);
  const report = createImportReport(shop);
  const from = terms.clock.now().getTime();
  const until = nextDate(shop.data.tariffs, from);
  await importData(shop.data, async trx => {
    if (rules !== null) await putImportedFiles(trx, { rules, seen: folder.seen(), reported: report, from, until });
  });
  return report;
}

/**
 * The same, but a folder that is in every byte as it was taken over is neither read as what it says nor imported: with it nothing would
 * change. What can be sold is told as it was then.
 */
export async function importIfChanged(dependencies: ImportFolderDependencies): Promise<ImportReport> {
  const { place, store, terms, rules } = dependencies;
  const imported = await findImportedFiles(store.db);
  const now = terms.clock.now().getTime();
  const isSame =
    imported !== null &&
    imported.rules === rules &&
    imported.from <= now &&
    (imported.until === null || now < imported.until) &&
    (await isAsSeen(place, imported.seen));
  return isSame ? { ...imported.reported, isUnchanged: true } : importFolder(dependencies);
}

/** When prices change next by their dates, epoch milliseconds. */
function nextDate(tariffs: readonly DatedTariff[], now: number): number | null {
  const dates = tariffs.flatMap(({ from, until }) => [from ?? 0, until ?? 0]).filter(date => date > now);
  return dates.length === 0 ? null : Math.min(...dates);
}
