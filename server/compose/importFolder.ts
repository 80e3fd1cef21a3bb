import { isAsSeen, openFolder } from '../core/formats/folder.ts';
import type { DatedTariff, OperatorData } from '../core/records/records.ts';
import type { SellingTerms } from '../shop/catalogue/terms.ts';
import type { Store, Trx } from '../store/engine/database.ts';
import { findImportedFiles, putImportedFiles } from '../store/shop/importedFiles.ts';
import { createImportReport, type ImportReport, shopOf } from './importReport.ts';

interface ImportFolderDependencies {
  /** Path of the operator's folder. */
  place: string;
  store: Pick<Store, 'db'>;
  terms: SellingTerms;
  /**
   * Identifies the code and the settings that influence the result of an import. Null: unknown, so the folder is always
   * imported.
   */
  rules: string | null;
  importData(data: OperatorData, beside: (trx: Trx) => Promise<void>): Promise<void>;
}

/**
 * Imports the operator's folder, so that the shop offers its points and prices.
 * @returns the report of the import
 * @throws DataRefused with all errors of the folder; nothing is changed or stored
 */
export async function importFolder({ place, terms, rules, importData }: ImportFolderDependencies): Promise<ImportReport> {
  const { readFolder } = await import('../shop/import/readOperatorData.ts');
  const folder = openFolder(place);
  const shop = shopOf(await readFolder(folder), terms);
  const report = createImportReport(shop);
  const from = terms.clock.now().getTime();
  const until = nextDate(shop.data.tariffs, from);
  await importData(shop.data, async trx => {
    if (rules !== null) await putImportedFiles(trx, { rules, seen: folder.seen(), summary: report, from, until });
  });
  return report;
}

/**
 * Imports the operator's folder if its files or `rules` have changed since the last import, or if a tariff has started or ended.
 * @returns the report of the last import if nothing has changed
 * @throws DataRefused like `importFolder`
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
  return isSame ? { ...imported.summary, isUnchanged: true } : importFolder(dependencies);
}

/** Returns the next time at which a tariff starts or ends, in Unix milliseconds. Null: no tariff starts or ends later. */
function nextDate(tariffs: readonly DatedTariff[], now: number): number | null {
  const dates = tariffs.flatMap(({ from, until }) => [from ?? 0, until ?? 0]).filter(date => date > now);
  return dates.length === 0 ? null : Math.min(...dates);
}
