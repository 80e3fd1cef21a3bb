import joi from 'joi';

export const BOOK_SETTINGS = {
  BOOKS_TIME_ZONE: joi
    .string()
    .default('Europe/Berlin')
    .description('Time zone of the ledger and of the console: days and months begin in this zone'),
  BOOKS_PAYOUT_DAYS: joi
    .number()
    .integer()
    .min(1)
    .max(90)
    .default(14)
    .description('Days after a capture until the ledger lists it as missing from the provider’s payouts'),
  BOOKS_ACCOUNT_HOLDER: joi
    .string()
    .description(
      'Id of the client that owns a shared account at the payment provider. Amounts without a payment are booked to it',
    ),
  DATEV_CONSULTANT: joi.number().integer().min(1001).max(9_999_999).description('DATEV consultant number in booking batches'),
  DATEV_CLIENT: joi.number().integer().min(1).max(99_999).description('DATEV client number in booking batches'),
  DATEV_SUPPLIERS: joi
    .string()
    .pattern(/^\s*[\w-]+\s*=\s*\d{4,7}\s*\/\s*\d{1,5}\s*(,\s*[\w-]+\s*=\s*\d{4,7}\s*\/\s*\d{1,5}\s*)*$/)
    .description(
      'DATEV consultant and client number per supplier, if there are several, such as blaufink=29098/55003,farnwald=29098/55004',
    ),
  DATEV_CHART: joi.string().valid('03', '04').default('03').description('Chart of accounts in booking batches: SKR 03 or SKR 04'),
  DATEV_YEAR_START: joi
    .string()
    .pattern(/^(0[1-9]|1[0-2])-01$/)
    .default('01-01')
    .description('First day of the financial year in booking batches as MM-DD, such as 07-01'),
  DATEV_ACCOUNTS: joi
    .string()
    .description(
      'Accounts in booking batches that differ from DATEV_CHART, such as transit=1361,DE19=8401 ([which](operators.md#accounting))',
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
