import type { OrderRow } from '../../server/operator/store/orders.ts';
import type { PaymentRow } from '../../server/operator/store/payments.ts';
import type { SessionRow } from '../../server/operator/store/sessions.ts';

const AT = Date.parse('2026-11-20T10:00:00Z');

/** Rows with everything in them; a test names only what it is about. */
export const someOrder = (more: Partial<OrderRow> = {}): OrderRow => ({
  ...{ id: 'order-1', intent: 'intent-1', client_id: 'blaufink', evse_id: 'DE*BLF*E1001*1', connector: '1' },
  ...{ tariff_id: 'plain', tariff_version: 'v1', currency: 'EUR', limit_minor: 8000, contact: '{}', email: 'ada@example.org' },
  visitor: '',
  ...{ consents: '{}', locale: 'de', fingerprint: 'f', payment_id: 'payment-1', state: 'open', why: null, created_at: AT },
  ...more,
});

export const somePayment = (more: Partial<PaymentRow> = {}): PaymentRow => ({
  ...{ id: 'payment-1', order_id: 'order-1', client_id: 'blaufink', ref: 'ref-1', url: '/pay', state: 'created' },
  ...{ currency: 'EUR', amount_minor: 8000, capture_minor: null, captured_minor: null, refunded_minor: 0 },
  ...{ card_key: '', waived_at: null },
  ...{ card_digits: '[]', card_brand: null, created_at: AT, expires_at: AT + 1_860_000, authorised_at: null },
  ...{ capture_before: null, settled_at: null, key_n: 1, look_at: null, version: 1 },
  ...more,
});

export const someSession = (more: Partial<SessionRow> = {}): SessionRow => ({
  ...{ id: 'session-1', watch_id: 'watch-1', number: 123_456_789, order_id: 'order-1', client_id: 'blaufink' },
  ...{ evse_id: 'DE*BLF*E1001*1', connector: '1', start_id: 'start-1', state: 'draft', why: null, version: 1 },
  ...{ created_at: AT, start_by: null, started_at: null, ended_at: null, stop_asked_at: null, stop_accepted_at: null },
  ...{ stop_reason: null, energy_wh: 0, power_w: 0, bill: null, total_minor: null, look_at: null },
  meter_revision: 0,
  ...more,
});
