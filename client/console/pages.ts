import type { ConsolePage } from './consolePage.ts';
import { attentionPage } from './pages/AttentionDone.tsx';
import { auditPage } from './pages/Audit.tsx';
import { bookPage, thisMonthPage } from './pages/books/Books.tsx';
import { allBrandsPage, brandPage } from './pages/brands/Brands.tsx';
import { menuPage } from './pages/Menu.tsx';
import { allPricesPage, pricesPage } from './pages/prices/Prices.tsx';
import { sessionPage } from './pages/Session.tsx';
import { sessionActPage } from './pages/SessionAct.tsx';
import { sessionsPage } from './pages/Sessions.tsx';
import { todayPage } from './pages/Today.tsx';

/** Every page of the console; more particular addresses first. */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  todayPage,
  attentionPage,
  sessionsPage,
  sessionPage,
  sessionActPage,
  menuPage,
  thisMonthPage,
  bookPage,
  allPricesPage,
  pricesPage,
  allBrandsPage,
  brandPage,
  auditPage,
];
