import type { ProblemCode } from '../../../../shared/model/problem.ts';

/** Text keys by the reason why the server refused an order. All other reasons have the text for an unexpected error. */
const ORDER_PROBLEMS: Partial<Record<ProblemCode, string>> = {
  'plug-taken': 'payment.connectorTaken',
  'tariff-changed': 'payment.tariffChanged',
  'code-used': 'payment.codeUsed',
  'payments-unavailable': 'payment.unavailable',
  'stations-unavailable': 'payment.stationsUnavailable',
  'too-many': 'payment.tooMany',
  'unpaid-orders': 'payment.unpaidOrders',
  'small-sessions': 'payment.smallSessions',
  'not-now': 'payment.freeOpen',
};
export const orderProblemText = (code: ProblemCode): string => ORDER_PROBLEMS[code] ?? 'payment.unavailable';
