import type { ConsolePage } from './consolePage.ts';
import { auditPage } from './pages/Audit.tsx';
import { bookPage, thisMonthPage } from './pages/books/Books.tsx';
import { menuPage } from './pages/Menu.tsx';
import { allPricesPage, pricesPage } from './pages/prices/Prices.tsx';
import { todayPage } from './pages/Today.tsx';

/** Every page of the console; more particular addresses first. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  todayPage,
  menuPage,
  thisMonthPage,
  bookPage,
  allPricesPage,
  pricesPage,
  auditPage,
];
