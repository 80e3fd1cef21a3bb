import { createContext, use } from 'react';
import type { Person } from '../../../shared/console/signedIn.ts';

export const CONSOLE_LOCALES = ['de', 'en'] as const;
export type ConsoleLocale = (typeof CONSOLE_LOCALES)[number];

export type Tab = 'today' | 'sessions' | 'stations' | 'prices' | 'brands' | 'labels' | 'books' | 'audit' | 'more';

/** What every page of the console knows of its request. */
export interface ConsoleVisit {
  locale: ConsoleLocale;
  theme: 'auto' | 'light' | 'dark';
  nonce: string;
  isDemo: boolean;
  /** Where links to drivers' pages begin; empty: on the same host. */
  drivers: string;
  /** The path of the page, with its query. */
  address: string;
  tab: Tab | null;
  /** Null: nobody is signed in. */
  who: Person | null;
  attention: number;
  /** A new token for each form. */
  mintForm(): string;
}

export const ConsoleContext = createContext<ConsoleVisit | null>(null);

export function useConsole(): ConsoleVisit {
  const visit = use(ConsoleContext);
  if (visit === null) throw new Error('Used outside the console');
  return visit;
}
