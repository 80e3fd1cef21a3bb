import type { ExportRefused } from '../../../shared/console/ledger.ts';

/** DATEV charts of accounts (SKR03, SKR04) for which the app has default accounts. */
export type Chart = '03' | '04';

/** Settings of the ledger and of the DATEV export. */
export interface BooksSettings {
  timeZone: string;
  /** DATEV number of the tax adviser, used if there is only one supplier. Null: not set. */
  consultant: number | null;
  client: number | null;
  /**
   * DATEV numbers of tax adviser and company per supplier, if there are several suppliers:
   * `blaufink=29098/55003,farnwald=29098/55004`.
   */
  suppliers: string;
  /** Id of the brand that owns the account at the payment provider, if several brands share one account. Null: not set. */
  accountHolder: string | null;
  chart: Chart;
  /** First day of the financial year, 'MM-DD'. */
  yearStart: string;
  accounts: string;
  /** Number of days within which a captured amount should be part of a payout. */
  payoutDays: number;
}

export const USUAL_BOOKS: BooksSettings = {
  timeZone: 'Europe/Berlin',
  consultant: null,
  client: null,
  suppliers: '',
  accountHolder: null,
  chart: '03',
  yearStart: '01-01',
  accounts: '',
  payoutDays: 14,
};

/** DATEV numbers: `consultant` is the tax adviser, `client` is the company that the adviser works for. */
export interface DatevNumbers {
  consultant: number;
  client: number;
}

/**
 * Parses the DATEV numbers of all suppliers, such as `blaufink=29098/55003`.
 * @throws RangeError with the part that cannot be parsed
 */
function readDatevSuppliers(text: string): ReadonlyMap<string, DatevNumbers> {
  const parts = text.split(',').filter(part => part.trim() !== '');
  return new Map(
    parts.map(part => {
      const [, id = '', consultant, client] = /^\s*([\w-]+)\s*=\s*(\d{4,7})\s*\/\s*(\d{1,5})\s*$/.exec(part) ?? [];
      if (consultant === undefined || client === undefined || Number(consultant) < 1001 || Number(client) < 1)
        throw new RangeError(`Invalid DATEV numbers ${part.trim()}`);
      return [id, { consultant: Number(consultant), client: Number(client) }] as const;
    }),
  );
}

/** Returns the DATEV numbers of a supplier, or the missing setting with a sentence. */
export function datevNumbers(
  { suppliers: text, consultant, client }: BooksSettings,
  { supplier, isOnly }: { supplier: string; isOnly: boolean },
): DatevNumbers | Pick<ExportRefused, 'refused' | 'missing'> {
  const known = readDatevSuppliers(text).get(supplier);
  if (known) return known;
  const missing = (setting: string, refused: string) => ({
    refused,
    missing: { setting, example: isOnly ? `${setting}=12345` : `${setting}=${supplier}=29098/55003` },
  });
  if (!isOnly)
    return missing(
      'DATEV_SUPPLIERS',
      `DATEV_SUPPLIERS has no numbers for ${supplier}. Set DATEV_SUPPLIERS=${supplier}=adviser/client.`,
    );
  if (consultant === null)
    return missing('DATEV_CONSULTANT', 'DATEV_CONSULTANT is not set: the number of the tax adviser at DATEV.');
  if (client === null) return missing('DATEV_CLIENT', 'DATEV_CLIENT is not set: the number of the client at the tax adviser.');
  return { consultant, client };
}
