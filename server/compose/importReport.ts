import { MIN_CHARGE_MINOR } from '../adapters/sandbox/sandbox.ts';
import { DataRefused } from '../core/formats/faults.ts';
import type { Seen } from '../core/formats/folder.ts';
import { openFolder } from '../core/formats/folder.ts';
import { createHolidays } from '../core/pricing/holidays.ts';
import type { OperatorData } from '../core/records/records.ts';
import type { Log } from '../http/request/log.ts';
import type { SellingTerms } from '../shop/catalogue/terms.ts';
import { findSellable, type Sellable } from '../shop/import/sellable.ts';
import { CAPABILITIES } from '../stations/simulator/simulator.ts';
import type { ImportSummary } from '../store/tables/catalogueTables.ts';

/** The contents of the operator's folder, and the points and connectors that can be offered. */
export interface Shop {
  data: OperatorData;
  sellable: Sellable;
  /** The files that were read, and a hash of their contents. Absent: the data is not from files. */
  seen?: Seen;
}

/**
 * Reads the operator's folder.
 * @throws DataRefused with all errors of all files
 */
export async function readShop(folder: string, terms: SellingTerms): Promise<Shop> {
  const { readFolder } = await import('../shop/import/readOperatorData.ts');
  const opened = openFolder(folder);
  return { ...shopOf(await readFolder(opened), terms), seen: opened.seen() };
}

export function shopOf(read: OperatorData, terms: SellingTerms): Shop {
  const sellable = findSellable(read, terms);
  return { data: { ...read, remarks: [...read.remarks, ...sellable.remarks] }, sellable };
}

/**
 * Returns the conditions under which points can be offered, for commands that run without an app. The minimum charges are the
 * same for all supported payment providers.
 */
export const usualTerms = (now: Date): SellingTerms => ({
  clock: { now: () => now },
  holidays: createHolidays(),
  payments: { limits: currency => ({ minMinor: MIN_CHARGE_MINOR[currency], stepMinor: 1 }) },
  stations: { capabilities: () => CAPABILITIES },
});

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** Formats the counts as in '2 points, 3 plugs, 3 can be offered'. */
export const sellableInWords = ({ points, plugs, sold }: Pick<Sellable, 'points' | 'plugs' | 'sold'>): string =>
  `${counted(points, 'point')}, ${counted(plugs, 'plug')}, ${sold} can be offered`;

interface Reload {
  log: Log;
  /**
   * Reads and imports the folder.
   * @throws DataRefused if the folder has errors
   */
  importFolder(): Promise<ImportReport>;
}

/**
 * Creates a function that imports the folder again without interrupting running sessions. Concurrent calls run one after the
 * other. If the folder has errors, all of them are logged and nothing changes.
 */
export function createReload({ log, importFolder }: Reload): () => Promise<void> {
  const reload = async () => {
    try {
      logImport(log, await importFolder());
    } catch (error) {
      if (!(error instanceof DataRefused)) throw error;
      for (const fault of error.faults) log.warn('import error', { ...fault });
      log.warn('import rejected', { faults: error.faults.length });
    }
  };
  let last = Promise.resolve();
  return () => {
    last = last.then(reload).catch(error => log.bug(error));
    return last;
  };
}

export interface ImportReport extends ImportSummary {
  /** True if the import was skipped because nothing has changed. */
  isUnchanged?: boolean;
}

export const createImportReport = ({ data: { clients, remarks }, sellable: { points, plugs, sold } }: Shop): ImportReport => ({
  clients: clients.length,
  points,
  plugs,
  sold,
  remarks,
});

export function logImport(log: Log, { remarks, ...counted }: ImportReport): void {
  for (const remark of remarks) log.warn('import warning', { ...remark });
  log.event('import finished', counted);
}
