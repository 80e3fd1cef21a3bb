import type { CancelReason } from '../../../shared/charging/session.ts';

/** Text keys by the reason why an order has failed. Each text confirms that nothing was charged. */
export const CANCEL_TEXTS: Readonly<Record<CancelReason, string>> = {
  cancelled: 'order.cancelled',
  'never-started': 'order.notStarted',
  refused: 'order.notStarted',
  'plug-taken': 'payment.connectorTaken',
  'small-sessions': 'order.smallSessions.card',
  'payment-failed': 'order.failed',
  'payment-cancelled': 'order.cancelled',
  'payment-expired': 'order.expired',
};
