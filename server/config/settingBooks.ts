import joi from 'joi';

export const BOOK_SETTINGS = {
  BOOKS_TIME_ZONE: joi.string().default('Europe/Berlin').description('Calendar of the books: where a day or month begins'),
  BOOKS_PAYOUT_DAYS: joi
    .number()
    .integer()
    .min(1)
    .max(90)
    .default(14)
    .description('Days after which the books show a capture that has come with no payout of the provider'),
  BOOKS_ACCOUNT_HOLDER: joi
    .string()
    .description('Client that owns the account at the provider which several share: what concerns no payment there is theirs'),
  DATEV_CONSULTANT: joi.number().integer().min(1001).max(9_999_999).description('Number of the tax adviser in booking batches'),
  DATEV_CLIENT: joi.number().integer().min(1).max(99_999).description('Number of the client there'),
  DATEV_SUPPLIERS: joi
    .string()
    .pattern(/^\s*[\w-]+\s*=\s*\d{4,7}\s*\/\s*\d{1,5}\s*(,\s*[\w-]+\s*=\s*\d{4,7}\s*\/\s*\d{1,5}\s*)*$/)
    .description(
      'Numbers of adviser and client for each supplier where there are several, such as blaufink=29098/55003,farnwald=29098/55004',
    ),
  DATEV_CHART: joi.string().valid('03', '04').default('03').description('Chart of accounts of booking batches: SKR 03 or SKR 04'),
  DATEV_YEAR_START: joi
    .string()
    .pattern(/^(0[1-9]|1[0-2])-01$/)
    .default('01-01')
    .description('First day of the financial year in booking batches, such as 07-01'),
  DATEV_ACCOUNTS: joi
    .string()
    .description(
      'Accounts of booking batches that differ from those of DATEV_CHART, such as transit=1361,DE19=8401 ([which](operators.md#accounting))',
    ),
};

/** Settings of the ledger and of the DATEV export. */
export interface BooksConfig {
  timeZone: string;
  payoutDays: number;
  accountHolder: string | null;
  consultant: number | null;
  client: number | null;
  suppliers: string;
  chart: '03' | '04';
  /** First day of the financial year, 'MM-DD'. */
  yearStart: string;
  accounts: string;
}

/**
 * Reads the ledger's settings from validated settings or from the environment of a command. An environment lacks the defaults of
 * the schema, so this function adds them.
 */
export function booksOf(settings: Readonly<Record<string, unknown>>): BooksConfig {
  const number = (name: string): number | null => (settings[name] ? Number(settings[name]) : null);
  const text = (name: string): string => String(settings[name] ?? '');
  return {
    timeZone: text('BOOKS_TIME_ZONE') || 'Europe/Berlin',
    payoutDays: number('BOOKS_PAYOUT_DAYS') ?? 14,
    accountHolder: text('BOOKS_ACCOUNT_HOLDER') || null,
    consultant: number('DATEV_CONSULTANT'),
    client: number('DATEV_CLIENT'),
    suppliers: text('DATEV_SUPPLIERS'),
    chart: settings.DATEV_CHART === '04' ? '04' : '03',
    yearStart: text('DATEV_YEAR_START') || '01-01',
    accounts: text('DATEV_ACCOUNTS'),
  };
}
