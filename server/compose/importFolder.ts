import { isAsSeen, openFolder } from '../core/formats/folder.ts';
import type { DataFault, DatedTariff, OperatorData } from '../core/records/records.ts';
import type { ImportDataOptions } from '../operator/operator.ts';
import type { SellingTerms } from '../shop/catalogue/terms.ts';
import { findConflicts, findLastImport, type ImportConflict } from '../shop/import/importCatalogue.ts';
import type { Store } from '../store/engine/database.ts';
import { findImportedFiles, putImportedFiles } from '../store/shop/importedFiles.ts';
import { readCatalogue } from '../store/shop/readCatalogue.ts';
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
  importData(data: OperatorData, options: ImportDataOptions): Promise<void>;
}

/**
 * Imports the operator's folder, so that the shop offers its points and prices. A folder whose import staff have reverted is not
 * imported until one of its files changes.
 * @returns the report of the import
 * @throws DataRefused with all errors of the folder; nothing is changed or stored
 */
export async function importFolder({ place, store, terms, rules, importData }: ImportFolderDependencies): Promise<ImportReport> {
  const last = await findLastImport(store.db);
  if (last?.isReverted && last.seen && (await isAsSeen(place, last.seen))) return revertedReport({ place, store, terms });
  const { readFolder } = await import('../shop/import/readOperatorData.ts');
  const folder = openFolder(place);
  const read = await readFolder(folder);
  const conflicts = await findConflicts(store.db, read, terms.clock.now());
  const shop = shopOf({ ...read, remarks: [...read.remarks, ...conflicts.map(conflictRemark)] }, terms);
  const report = createImportReport(shop);
  const from = terms.clock.now().getTime();
  const until = nextDate(shop.data.tariffs, from);
  await importData(shop.data, {
    seen: folder.seen(),
    async beside(trx) {
      if (rules !== null) await putImportedFiles(trx, { rules, seen: folder.seen(), summary: report, from, until });
    },
  });
  return report;
}

const conflictRemark = ({ id, who }: ImportConflict): DataFault => ({
  file: 'tariffs',
  path: id,
  reason: `${who} has changed the price in the console, and the files have changed since: the price of the console applies; import --console-prices decides`,
});

/** Reports the catalogue in the database, because the import of the folder was reverted. */
async function revertedReport({ place, store, terms }: Pick<ImportFolderDependencies, 'place' | 'store' | 'terms'>) {
  const { clients, points, periods } = await readCatalogue(store.db);
  const remarks = [{ file: place, path: '', reason: 'its import was reverted: change a file, or run import' }];
  return createImportReport(shopOf({ clients, points, tariffs: periods, remarks }, terms));
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
