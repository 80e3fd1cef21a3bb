import { createContext, use } from 'react';
import type { Person } from '../../../shared/console/signedIn.ts';

export const CONSOLE_LOCALES = ['de', 'en'] as const;
export type ConsoleLocale = (typeof CONSOLE_LOCALES)[number];

export type Tab =
  | 'today'
  | 'sessions'
  | 'stations'
  | 'prices'
  | 'brands'
  | 'labels'
  | 'books'
  | 'reports'
  | 'webhooks'
  | 'audit'
  | 'tokens'
  | 'more';

/** The data of the current request, for all pages of the console. */
export interface ConsoleVisit {
  locale: ConsoleLocale;
  theme: 'auto' | 'light' | 'dark';
  nonce: string;
  isDemo: boolean;
  /** Time of the request, ISO 8601. */
  now: string;
  /** Time zone of all times and days, the one of the ledger. */
  timeZone: string;
  /** Prefix of links to the drivers' pages. Empty: the console and these pages have the same host. */
  drivers: string;
  /** Path and query of the current page. */
  address: string;
  tab: Tab | null;
  /** The signed-in person. Null: nobody is signed in. */
  who: Person | null;
  attention: number;
  /** Creates a one-time token for a form. */
  mintForm(): string;
}

export const ConsoleContext = createContext<ConsoleVisit | null>(null);

/** Whether the person is limited to one brand. */
export const useIsOfBrand = (): boolean => useConsole().who?.brand !== undefined;

/** Whether the person may act on stations and prices, which belong to the operator. A person of one brand may not. */
export function useMayOperate(): boolean {
  const { who } = useConsole();
  return who?.may === 'act' && who.brand === undefined;
}

export function useConsole(): ConsoleVisit {
  const visit = use(ConsoleContext);
  if (visit === null) throw new Error('Used outside the console');
  return visit;
}
