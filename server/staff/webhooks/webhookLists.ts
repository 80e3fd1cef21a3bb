import type { OperatingWebhooks, WebhookDelivery, WebhookLine } from '../../../shared/console/webhooks.ts';
import { iso } from '../../../shared/model/time.ts';
import type { Db } from '../../store/engine/database.ts';
import {
  findEndpoint,
  listDeliveries,
  listEndpoints,
  type WebhookDeliveryRecord,
  type WebhookEndpointRecord,
} from '../../store/jobs/webhookRows.ts';

/** Number of deliveries that the page of an endpoint shows. */
const MAX_SHOWN = 50;

/** Returns an endpoint without its secrets. */
const lineOf = ({ sealedSecret: _, olderSecret: __, ...endpoint }: WebhookEndpointRecord): WebhookLine => ({
  ...endpoint,
  failingSince: iso(endpoint.failingSince),
  olderUntil: iso(endpoint.olderUntil),
  createdAt: iso(endpoint.createdAt),
});

const deliveryOf = ({ endpointId: _, body: __, jobN: ___, ...delivery }: WebhookDeliveryRecord): WebhookDelivery => ({
  ...delivery,
  nextAt: iso(delivery.nextAt),
  lastAt: iso(delivery.lastAt),
  createdAt: iso(delivery.createdAt),
});

/** Creates the queries of the console and of the command line about webhooks. */
export const operatingWebhooks = (db: Db): OperatingWebhooks => ({
  listWebhooks: async () => (await listEndpoints(db)).map(lineOf),
  async getWebhook({ webhook }) {
    const endpoint = await findEndpoint(db, webhook);
    if (!endpoint) return null;
    const deliveries = await listDeliveries(db, { endpointId: endpoint.id, limit: MAX_SHOWN });
    return { endpoint: lineOf(endpoint), deliveries: deliveries.map(deliveryOf) };
  },
});
