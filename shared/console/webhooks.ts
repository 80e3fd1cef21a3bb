import type { Money } from '../model/money.ts';

/** Fields of every event about a session. `session` is the transaction number that also the receipt contains. */
export interface SessionEventData {
  session: number;
  /** Increases with each change of the session. A receiver ignores an event with a lower version than the last one. */
  version: number;
  state: string;
  client: string;
  evseId: string;
  connector: string;
  startedAt: string | null;
  endedAt: string | null;
  energyWh: number;
  /** Price of the bill. Null: there is no bill yet. */
  total: Money | null;
}

/** Fields of every event about a payment. */
export interface PaymentEventData {
  payment: string;
  session: number | null;
  version: number;
  state: string;
  client: string;
  held: Money;
  captured: Money | null;
  refunded: Money;
}

export interface RefundEventData {
  refund: string;
  payment: string;
  session: number | null;
  client: string;
  state: string;
  amount: Money;
}

export interface PointEventData {
  evseId: string;
  connector: string;
  state: string;
  /** Fault that the station reports with the state. Null: none. */
  fault: string | null;
}

export interface StationEventData {
  station: string;
  /** Version of OCPP. Null in `station.disconnected`. */
  protocol: string | null;
}

export interface AttentionEventData {
  attention: number;
  kind: string;
  session: number | null;
}

/** All events with the content of `data`. No event contains a name, an e-mail address or a postal address. */
export interface WebhookEvents {
  'session.started': SessionEventData;
  'session.paused': SessionEventData;
  'session.completed': SessionEventData;
  'session.never_started': SessionEventData;
  'payment.held': PaymentEventData;
  'payment.captured': PaymentEventData;
  'payment.released': PaymentEventData;
  'payment.disputed': PaymentEventData & { disputed: Money | null };
  'refund.requested': RefundEventData;
  'refund.waiting': RefundEventData;
  'refund.done': RefundEventData;
  'refund.failed': RefundEventData;
  'document.issued': { document: string; kind: string; session: number | null; client: string | null };
  'point.available': PointEventData;
  'point.occupied': PointEventData;
  'point.out_of_order': PointEventData;
  'station.connected': StationEventData;
  'station.disconnected': StationEventData;
  'fault.reported': { report: string; client: string; evseId: string; connector: string | null; kind: string };
  'price.changed': { tariff: string; version: string; from: string; until: string | null; isWithdrawn: boolean };
  'catalogue.imported': { clients: number; points: number; tariffs: number; changes: number };
  'attention.opened': AttentionEventData;
  'attention.done': AttentionEventData;
}

export type WebhookEventType = keyof WebhookEvents;

/** When each event is sent. The contract for receivers (docs/contracts/webhooks.md) has the same list. */
export const WEBHOOK_EVENTS: Readonly<Record<WebhookEventType, string>> = {
  'session.started': 'Charging has started',
  'session.paused': 'The vehicle draws no energy',
  'session.completed': 'The bill is final',
  'session.never_started': 'A paid order ended without a start',
  'payment.held': 'The amount is held',
  'payment.captured': 'The amount of the bill is captured',
  'payment.released': 'The hold is released',
  'payment.disputed': 'The bank of the driver disputes the payment',
  'refund.requested': 'A refund is sent to the payment provider',
  'refund.waiting': 'A refund waits for a second person',
  'refund.done': 'The payment provider has made the refund',
  'refund.failed': 'The refund is dropped, and no money has moved',
  'document.issued': 'An invoice or credit note is issued',
  'point.available': 'A plug is free',
  'point.occupied': 'A plug is in use',
  'point.out_of_order': 'A plug is out of order',
  'station.connected': 'A station connects by OCPP',
  'station.disconnected': 'The OCPP connection of a station ends',
  'fault.reported': 'A driver reports a fault',
  'price.changed': 'Staff change prices, or withdraw an announced change',
  'catalogue.imported': 'An import has changed the catalogue',
  'attention.opened': 'An alert is raised',
  'attention.done': 'An alert is closed',
};

export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as readonly WebhookEventType[];
export const isWebhookEventType = (type: string): type is WebhookEventType => Object.hasOwn(WEBHOOK_EVENTS, type);

/** Type of the event that `test-webhook` sends. */
export const TEST_EVENT = 'webhook.test';

/**
 * Why the app has switched an endpoint off. 'gone': the endpoint has answered 410. 'failing': no attempt has succeeded for three
 * days.
 */
export type WebhookOffReason = 'gone' | 'failing';

/** An endpoint in the list of the console. */
export interface WebhookLine {
  id: string;
  url: string;
  description: string;
  /** Null: all brands. */
  clients: readonly string[] | null;
  /** Null: all types. */
  types: readonly WebhookEventType[] | null;
  isOn: boolean;
  offWhy: WebhookOffReason | null;
  failingSince: string | null;
  /** Until when the secret before the last rotation signs, too. Null: only one secret signs. */
  olderUntil: string | null;
  createdBy: string;
  createdAt: string;
}

export interface WebhookDelivery {
  id: number;
  eventId: string;
  type: string;
  subject: string;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  nextAt: string | null;
  lastStatus: number | null;
  lastAnswer: string | null;
  lastAt: string | null;
  createdAt: string;
}

/** An endpoint with its newest deliveries, newest first. */
export interface WebhookWithDeliveries {
  endpoint: WebhookLine;
  deliveries: readonly WebhookDelivery[];
}

export interface OperatingWebhooks {
  listWebhooks(): Promise<readonly WebhookLine[]>;
  /** Returns an endpoint with its newest deliveries. Null: no endpoint has this id. */
  getWebhook(request: { webhook: string }): Promise<WebhookWithDeliveries | null>;
}

/** Actions on webhook endpoints. `webhook`: id of the endpoint. */
export type WebhookAct =
  /** Empty `types` and `clients`: all. */
  | {
      does: 'add-webhook';
      url: string;
      description: string;
      types: readonly string[];
      clients: readonly string[];
      reason: string;
    }
  | { does: 'remove-webhook' | 'test-webhook' | 'rotate-webhook-secret' | 'switch-webhook-on'; webhook: string; reason: string }
  /** `delivery`: one delivery. `since`: all deliveries that were made since this time, ISO 8601. */
  | { does: 'redeliver-webhook'; webhook: string; delivery: number | null; since: string | null; reason: string };

/** A new secret. The app shows the secret once. */
export interface WebhookSecret {
  webhook: string;
  secret: string;
}
