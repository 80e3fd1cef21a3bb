/** Accounts of the bookkeeping, by what they are for. */
export interface BookAccounts {
  /** What the provider has taken and not yet paid out. */
  transit: string;
  bank: string;
  fees: string;
  /** Taken for another, who invoices it. */
  passedOn: string;
  /** Sales, by country and rate such as 'DE19', else by country, else by whether it is of the European Union. */
  sales: Readonly<Record<string, string>>;
}

/** SKR 03. 8400 books its own VAT (an automatic account); the others carry what is taxed elsewhere. */
const DEFAULTS: Readonly<Record<string, string>> = {
  transit: '1360',
  bank: '1200',
  fees: '4970',
  passedOn: '1590',
  DE19: '8400',
  EU: '8320',
  OTHER: '8338',
};

/** `transit=1361,DE19=8401`, with the defaults for the rest. @throws RangeError naming what cannot be read */
export function readAccounts(text: string): BookAccounts {
  const given = text.split(',').filter(part => part.trim() !== '');
  const pairs = given.map(part => {
    const [, name, account] =
      /^\s*(transit|bank|fees|passedOn|EU|OTHER|[A-Z]{2}\d{0,2}(?:\.\d)?)\s*=\s*(\d{4,8})\s*$/.exec(part) ?? [];
    if (name === undefined || account === undefined) throw new RangeError(`No account can be read from ${part.trim()}`);
    return [name, account] as const;
  });
  const { transit = '', bank = '', fees = '', passedOn = '', ...sales } = { ...DEFAULTS, ...Object.fromEntries(pairs) };
  const all = [transit, bank, fees, passedOn, ...Object.values(sales)];
  if (new Set(all.map(account => account.length)).size > 1) throw new RangeError('All accounts have the same number of digits');
  return { transit, bank, fees, passedOn, sales };
}

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** The account that a sale at this place and rate is booked on. */
export function salesAccount({ sales }: BookAccounts, { country, percent }: { country: string; percent: number }): string {
  const code = country.toUpperCase();
  const account = sales[`${code}${percent}`] ?? sales[code] ?? sales[EU.includes(code) ? 'EU' : 'OTHER'];
  if (account === undefined) throw new RangeError(`No account for sales in ${code}`);
  return account;
}
