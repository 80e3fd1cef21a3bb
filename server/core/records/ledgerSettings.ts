/** The charts of accounts of DATEV that defaults are known for. */
export type Chart = '03' | '04';

/** Whose books they are, as the settings say. */
export interface BooksSettings {
  timeZone: string;
  /** At DATEV, of an installation with one supplier; null: nobody has said. */
  consultant: number | null;
  client: number | null;
  /** Of each supplier: `blaufink=29098/55003,farnwald=29098/55004`. */
  suppliers: string;
  /** The client that owns the account at the provider which several share; null: nobody has said. */
  accountHolder: string | null;
  chart: Chart;
  /** The first day of the financial year, 'MM-DD'. */
  yearStart: string;
  accounts: string;
  /** After so many days a capture should have come with a payout. */
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

/** Numbers of the tax adviser and of the client there. */
export interface DatevNumbers {
  consultant: number;
  client: number;
}

/** `blaufink=29098/55003`, by supplier. @throws RangeError naming what cannot be read */
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

/** The numbers of a supplier, or the sentence that names the setting which is missing. */
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
