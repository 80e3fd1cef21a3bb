import { isEnding } from '../../shared/charging/session.ts';
import { lazyPage } from '../core/lazyPage.ts';
import { createPage, type Page } from '../core/page.ts';
import type { RouteName } from '../core/routes.ts';
import { load as loadAccessibility } from '../pages/Accessibility/load.ts';
import { load as loadCompanyInvoice } from '../pages/CompanyInvoice/load.ts';
import { load as loadFreeNotice } from '../pages/FreeNotice/load.ts';
import { load as loadHome } from '../pages/Home/load.ts';
import { type LegalPageKind, loadLegal } from '../pages/Legal/load.ts';
import { LATER_STRINGS, LaterSteps } from '../pages/Payment/laterParts.ts';
import { LaterPrices } from '../pages/Payment/price/laterPrices.ts';
import { refreshS as refreshPayment } from '../pages/Payment/refresh.ts';
import { refreshS as refreshPaymentReturn } from '../pages/PaymentReturn/refresh.ts';
import { load as loadResults } from '../pages/ReceiptResults/load.ts';
import { load as loadSearch } from '../pages/ReceiptSearch/load.ts';
import { load as loadGoal } from '../pages/Session/goal/load.ts';
import type { SessionData } from '../pages/Session/live/useSession.ts';
import { load as loadSession, loadWatched, refreshS as refreshSession } from '../pages/Session/load.ts';
import { LaterFolds, laterStringsOf } from '../pages/Session/states/laterFolds.ts';
import { LaterOtherPlugs } from '../pages/Session/states/laterOtherPlugs.ts';
import { load as loadStop } from '../pages/Stop/load.ts';
import { load as loadWithdrawal } from '../pages/Withdrawal/load.ts';

const session = {
  ...lazyPage('Session', async () => (await import('../pages/Session/Session.tsx')).Session),
  otherwise: {
    ...lazyPage('Session', async () => (await import('../pages/Session/SessionEnd.tsx')).SessionEnd, 'SessionEnd.tsx'),
    shows: ({ session: { kind } }: SessionData) => isEnding(kind),
  },
  refreshS: refreshSession,
  needs: ({ session: { kind } }: SessionData) => ({
    // A session that is being cancelled ends on the same page.
    preload: () =>
      Promise.all([LaterFolds.preload(), (kind === 'cancelled' || kind === 'cancelling') && LaterOtherPlugs.preload()]),
  }),
  laterStrings: (data: SessionData) => laterStringsOf(data.session),
};
const Legal = lazyPage('Legal', async () => (await import('../pages/Legal/Legal.tsx')).Legal);

const home = createPage({
  ...lazyPage('Home', async () => (await import('../pages/Home/Home.tsx')).Home),
  load: loadHome,
});
const legal = (kind: LegalPageKind) => createPage({ ...Legal, load: loadLegal(kind) });
const accessibility = createPage({
  ...lazyPage('Accessibility', async () => (await import('../pages/Accessibility/Accessibility.tsx')).Accessibility),
  load: loadAccessibility,
});
const nothing = async () => ({ data: null });

/**
 * The pages of all routes. Their `load` functions are in the first script, so that a later page loads its data and its code at
 * the same time. The `load` functions of the two order pages are large, and few drivers report a fault, so these functions are in
 * the chunks of their pages.
 */
export const PAGES = {
  Home: home,
  ClientHome: home,
  Terms: legal('terms'),
  NeutralTerms: legal('terms'),
  Privacy: legal('privacy'),
  NeutralPrivacy: legal('privacy'),
  Imprint: legal('imprint'),
  NeutralImprint: legal('imprint'),
  Info: legal('publicInfo'),
  NeutralInfo: legal('publicInfo'),
  Accessibility: accessibility,
  NeutralAccessibility: accessibility,
  Payment: createPage({
    ...lazyPage('Payment', async () => (await import('../pages/Payment/Payment.tsx')).Payment),
    load: async (...request) => (await import('../pages/Payment/Payment.tsx')).load(...request),
    refreshS: refreshPayment,
    needs: ({ plugId }) => (plugId === null ? LaterSteps : LaterPrices),
    laterStrings: ({ plugId }) => (plugId === null ? [] : LATER_STRINGS),
  }),
  FreeNotice: createPage({
    ...lazyPage('FreeNotice', async () => (await import('../pages/FreeNotice/FreeNotice.tsx')).FreeNotice),
    load: loadFreeNotice,
  }),
  FaultReport: createPage({
    ...lazyPage('FaultReport', async () => (await import('../pages/FaultReport/FaultReport.tsx')).FaultReport),
    load: async (...request) => (await import('../pages/FaultReport/FaultReport.tsx')).load(...request),
  }),
  PaymentReturn: createPage({
    ...lazyPage('PaymentReturn', async () => (await import('../pages/PaymentReturn/PaymentReturn.tsx')).PaymentReturn),
    load: async (...request) => (await import('../pages/PaymentReturn/PaymentReturn.tsx')).load(...request),
    refreshS: refreshPaymentReturn,
    needs: data => ('plugId' in data ? { preload: () => Promise.all([LaterSteps.preload(), LaterPrices.preload()]) } : null),
  }),
  Session: createPage({ ...session, load: loadSession }),
  Watch: createPage({ ...session, load: loadWatched }),
  Stop: createPage({
    ...lazyPage('Stop', async () => (await import('../pages/Stop/Stop.tsx')).Stop),
    load: loadStop,
  }),
  Goal: createPage({
    ...lazyPage('Session', async () => (await import('../pages/Session/deferredParts.ts')).Goal, 'deferredParts.ts'),
    load: loadGoal,
  }),
  Withdrawal: createPage({
    ...lazyPage('Withdrawal', async () => (await import('../pages/Withdrawal/Withdrawal.tsx')).Withdrawal),
    load: loadWithdrawal,
  }),
  ReceiptSearch: createPage({
    ...lazyPage('ReceiptSearch', async () => (await import('../pages/ReceiptSearch/ReceiptSearch.tsx')).ReceiptSearch),
    load: loadSearch,
  }),
  ReceiptResults: createPage({
    ...lazyPage('ReceiptResults', async () => (await import('../pages/ReceiptResults/ReceiptResults.tsx')).ReceiptResults),
    load: loadResults,
  }),
  CompanyInvoice: createPage({
    ...lazyPage('CompanyInvoice', async () => (await import('../pages/CompanyInvoice/CompanyInvoice.tsx')).CompanyInvoice),
    load: loadCompanyInvoice,
  }),
  NotFound: createPage({
    ...lazyPage('NotFound', async () => (await import('../pages/NotFound/NotFound.tsx')).NotFound),
    load: nothing,
  }),
  StationCode: createPage({
    ...lazyPage('StationCode', async () => (await import('../pages/StationCode/StationCode.tsx')).StationCode),
    load: async () => ({ data: { kind: 'unchecked' as const, minutes: 0 } }),
  }),
  Failure: createPage({
    ...lazyPage('Failure', async () => (await import('../pages/Failure/Failure.tsx')).Failure),
    load: nothing,
  }),
} satisfies Readonly<Record<RouteName, Page>>;
