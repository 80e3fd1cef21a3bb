import type { Chart } from '../../core/records/ledgerSettings.ts';

/**
 * Default accounts of the German charts of accounts SKR 03 and SKR 04. In `SALES_DEFAULTS`, 8400 and 4400 post the VAT
 * automatically, and EU and OTHER are for sales that are taxed abroad.
 */
const DEFAULTS = {
  transit: { '03': '1360', '04': '1460' },
  bank: { '03': '1200', '04': '1800' },
  claims: { '03': '1410', '04': '1210' },
  shortfall: { '03': '1460', '04': '1240' },
  fees: { '03': '4970', '04': '6855' },
  disputes: { '03': '2400', '04': '6930' },
  reserve: { '03': '1525', '04': '1350' },
  other: { '03': '1792', '04': '3630' },
  unexplained: { '03': '1792', '04': '3630' },
  exchange: { '03': '2150', '04': '6880' },
  foreignVat: { '03': '1700', '04': '3500' },
  passedOn: { '03': '1590', '04': '1370' },
} as const satisfies Readonly<Record<string, Readonly<Record<Chart, string>>>>;
const SALES_DEFAULTS: Readonly<Record<Chart, Readonly<Record<string, string>>>> = {
  '03': { DE19: '8400', EU: '8320', OTHER: '8338' },
  '04': { DE19: '4400', EU: '4320', OTHER: '4338' },
};

export type AccountName = keyof typeof DEFAULTS;

/** Account numbers by purpose. docs/operators.md describes each account. */
export type BookAccounts = Readonly<Record<AccountName, string>> & {
  chart: Chart;
  /**
   * Revenue accounts. The first existing key applies: country and VAT rate ('DE19'), then the country alone, then 'EU' or
   * 'OTHER'.
   */
  sales: Readonly<Record<string, string>>;
};

const NAMES = Object.keys(DEFAULTS) as AccountName[];
const PART = new RegExp(String.raw`^\s*(${NAMES.join('|')}|EU|OTHER|[A-Z]{2}(?:\d{1,2}(?:\.\d{1,2})?)?)\s*=\s*(\d{4,8})\s*$`);

/**
 * Parses a setting such as `transit=1361,DE19=8401`. Accounts that it does not contain get the default of the chart of accounts.
 * @throws RangeError that names the invalid part
 */
export function readAccounts(text: string, chart: Chart = '03'): BookAccounts {
  const given = text.split(',').filter(part => part.trim() !== '');
  const pairs = given.map(part => {
    const [, name, account] = PART.exec(part) ?? [];
    if (name === undefined || account === undefined) throw new RangeError(`Invalid account ${part.trim()}`);
    return [name, account] as const;
  });
  const all = {
    ...Object.fromEntries(NAMES.map(name => [name, DEFAULTS[name][chart]])),
    ...SALES_DEFAULTS[chart],
    ...Object.fromEntries(pairs),
  };
  if (new Set(Object.values(all).map(account => account.length)).size > 1)
    throw new RangeError('All accounts have the same number of digits');
  const named = Object.fromEntries(NAMES.map(name => [name, all[name] ?? ''])) as Record<AccountName, string>;
  const sales = Object.fromEntries(Object.entries(all).filter(([name]) => !NAMES.some(known => known === name)));
  return { ...named, chart, sales };
}

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

export interface Sale {
  country: string;
  percent: number;
  /** Country code of the supplier. */
  home: string;
}

/**
 * Returns where a sale is taxed: in the supplier's country ('home'), in another country of the European Union, or outside the
 * European Union.
 */
export function taxedIn({ country, home }: Sale): 'home' | 'EU' | 'OTHER' {
  const code = country.toUpperCase();
  if (code === home.toUpperCase()) return 'home';
  return EU.includes(code) ? 'EU' : 'OTHER';
}

/**
 * Returns the revenue account for a sale. A sale in the supplier's own country never uses the accounts 'EU' and 'OTHER'.
 * @returns null if no account is configured
 */
export function salesAccount({ sales }: BookAccounts, sale: Sale): string | null {
  const code = sale.country.toUpperCase();
  const known = sales[`${code}${sale.percent}`] ?? sales[code];
  if (known !== undefined) return known;
  const where = taxedIn(sale);
  return where === 'home' ? null : (sales[where] ?? null);
}
