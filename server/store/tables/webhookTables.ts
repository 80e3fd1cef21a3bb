import type { Generated } from 'kysely';
import type { WebhookEventType, WebhookOffReason } from '../../../shared/console/webhooks.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { flag, json, nullable, text, time, whole } from './columns.ts';

/** An endpoint of the operator's own systems that receives events. */
export const WEBHOOK_ENDPOINT = {
  id: text(),
  url: text(),
  description: text(),
  /** Brands whose events are sent. Null: events of all brands, and events without a brand. */
  clients: nullable(json<readonly string[]>()),
  /** Types of events that are sent. Null: all types. */
  types: nullable(json<readonly WebhookEventType[]>()),
  /** Secret of the signatures, encrypted. */
  sealedSecret: text(),
  /** The secret before the last rotation, encrypted. It signs beside the new one until `olderUntil`. Null: there is none. */
  olderSecret: nullable(text()),
  olderUntil: nullable(time()),
  isOn: flag(),
  /** Why the app has switched the endpoint off. Null: the endpoint is on. */
  offWhy: nullable(text<WebhookOffReason>()),
  /** Time of the first failed attempt since the last successful one. Null: the last attempt succeeded. */
  failingSince: nullable(time()),
  createdBy: text(),
  createdAt: time(),
};
export interface WebhookEndpointRecord extends RecordOf<typeof WEBHOOK_ENDPOINT> {}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** One event for one endpoint. */
export const WEBHOOK_DELIVERY = {
  id: whole(),
  endpointId: text(),
  /** Id of the event, the same for all endpoints and attempts. */
  eventId: text(),
  type: text(),
  /** What the event is about. Events about one subject are sent in their order. */
  subject: text(),
  /** The bytes that are signed and sent. */
  body: text(),
  state: text<DeliveryState>(),
  /** The n of the newest job. Jobs with a lower n no longer send. */
  jobN: whole(),
  /** Attempts of the newest job. */
  attempts: whole(),
  /** Time of the next attempt. Null: there is none. */
  nextAt: nullable(time()),
  /** Status of the last answer. Null: no answer arrived. */
  lastStatus: nullable(whole()),
  /** The first characters of the last answer, or why none arrived. Null: nothing was sent yet. */
  lastAnswer: nullable(text()),
  lastAt: nullable(time()),
  createdAt: time(),
};
export interface WebhookDeliveryRecord extends RecordOf<typeof WEBHOOK_DELIVERY> {}

export interface WebhookTables {
  webhook_endpoints: RowOf<typeof WEBHOOK_ENDPOINT>;
  webhook_deliveries: Omit<RowOf<typeof WEBHOOK_DELIVERY>, 'id'> & { id: Generated<number> };
}
