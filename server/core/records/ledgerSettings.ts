/** The DATEV charts of accounts with known defaults. */
export type Chart = '03' | '04';

/** The settings of the ledger. */
export interface BooksSettings {
  timeZone: string;
  /** DATEV number of the tax adviser, for an installation with one supplier. Null: not set. */
  consultant: number | null;
  client: number | null;
  /** DATEV numbers of each supplier: `blaufink=29098/55003,farnwald=29098/55004`. */
  suppliers: string;
  /** The client that owns a provider account shared by several clients. Null: not set. */
  accountHolder: string | null;
  chart: Chart;
  /** First day of the financial year, 'MM-DD'. */
  yearStart: string;
  accounts: string;
  /** Number of days within which a payout should contain a capture. */
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

/** DATEV numbers of the tax adviser and of the client. */
export interface DatevNumbers {
  consultant: number;
  client: number;
}

/**
 * Parses `blaufink=29098/55003` for each supplier.
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

/** The DATEV numbers of a supplier, or a sentence that names the missing setting. */
export function datevNumbers(
  { suppliers: text, consultant, client }: BooksSettings,
  { supplier, isOnly }: { supplier: string; isOnly: boolean },
): DatevNumbers | { refused: string } {
  const known = readDatevSuppliers(text).get(supplier);
  if (known) return known;
  if (!isOnly)
    return { refused: `DATEV_SUPPLIERS has no numbers for ${supplier}. Set DATEV_SUPPLIERS=${supplier}=adviser/client.` };
  if (consultant === null) return { refused: 'DATEV_CONSULTANT is not set: the number of the tax adviser at DATEV.' };
  if (client === null) return { refused: 'DATEV_CLIENT is not set: the number of the client at the tax adviser.' };
  return { consultant, client };
}
