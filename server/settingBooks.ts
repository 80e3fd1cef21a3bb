import type { Settings } from './settings.ts';

/** How the books are kept, and whose they are at DATEV. */
export interface BooksConfig {
  timeZone: string;
  payoutDays: number;
  accountHolder: string | null;
  consultant: number | null;
  client: number | null;
  suppliers: string;
  chart: '03' | '04';
  /** 'MM-DD'. */
  yearStart: string;
  accounts: string;
}

/** Reads them from checked settings, or from the environment of a command, where a default may be missing. */
export function booksOf(settings: Settings | NodeJS.ProcessEnv): BooksConfig {
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
