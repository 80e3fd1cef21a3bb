import type { ProblemCode } from '../../shared/model/problem.ts';

/** Text keys of an error page. */
interface ProblemPage {
  title: string;
  text: string;
}

const NOT_FOUND: ProblemPage = { title: 'error.404.title', text: 'error.404.text' };
const NO_SESSION: ProblemPage = { title: 'session.notFound.title', text: 'session.notFound.text' };
const BUG: ProblemPage = { title: 'error.500.title', text: 'error.500.text' };

/** Texts of the pages NotFound and Failure, by the error code. */
export const PROBLEM_PAGES: Readonly<Record<ProblemCode, ProblemPage>> = {
  'bad-request': { title: 'failure.badRequest.title', text: 'failure.badRequest.text' },
  'wrong-origin': { title: 'failure.wrongOrigin.title', text: 'failure.wrongOrigin.text' },
  'wrong-method': { title: 'failure.method.title', text: 'failure.badRequest.text' },
  'no-page': NOT_FOUND,
  'no-client': NOT_FOUND,
  'no-charging-point': { title: 'location.notFound', text: 'location.notFound.text' },
  'no-session': NO_SESSION,
  'no-receipt': NOT_FOUND,
  'plug-taken': { title: 'failure.notNow.title', text: 'payment.connectorTaken' },
  'tariff-changed': { title: 'failure.notNow.title', text: 'payment.tariffChanged' },
  'code-used': { title: 'failure.notNow.title', text: 'payment.codeUsed' },
  'not-now': { title: 'failure.notNow.title', text: 'failure.notNow.text' },
  'invoice-replaced': { title: 'failure.notNow.title', text: 'failure.invoiceReplaced.text' },
  'invoice-not-ready': { title: 'failure.notReady.title', text: 'receipt.notYet' },
  'receipt-not-ready': { title: 'failure.notReady.title', text: 'receipt.receiptNotYet' },
  'calibration-not-ready': { title: 'failure.notReady.title', text: 'calibration.notYet' },
  'link-expired': { title: 'failure.linkExpired.title', text: 'failure.linkExpired.text' },
  'invalid-input': { title: 'failure.badRequest.title', text: 'failure.badRequest.text' },
  'too-many': { title: 'failure.tooMany.title', text: 'failure.tooMany.text' },
  'unpaid-orders': { title: 'failure.tooMany.title', text: 'payment.unpaidOrders' },
  'small-sessions': { title: 'failure.tooMany.title', text: 'payment.smallSessions' },
  'not-offered': NOT_FOUND,
  'payments-unavailable': { title: 'failure.unavailable.title', text: 'payment.unavailable' },
  'search-failed': { title: 'failure.unavailable.title', text: 'search.failed' },
  'stations-unavailable': { title: 'failure.unavailable.title', text: 'payment.stationsUnavailable' },
  unavailable: { title: 'failure.unavailable.title', text: 'failure.unavailable.text' },
  unexpected: BUG,
};
