import Joi from 'joi';
import type { WebhookDelivery, WebhookLine } from '../../../shared/console/webhooks.ts';
import { columns, minute } from '../acts/commandLines.ts';
import { field } from '../acts/fields.ts';
import { operatingWebhooks } from '../webhooks/webhookLists.ts';
import { query } from './commands.ts';

const listed = (words: readonly string[] | null): string => (words === null ? 'all' : words.join(' '));
const stateOf = ({ isOn, offWhy, failingSince }: WebhookLine): string => {
  if (!isOn) return `off (${offWhy ?? 'unknown'})`;
  return failingSince === null ? 'on' : `failing since ${minute(new Date(failingSince))}`;
};

const rowOf = (line: WebhookLine): string[] => [
  ...[line.id, stateOf(line), listed(line.types), listed(line.clients), line.url, line.description],
];

const deliveryRow = (delivery: WebhookDelivery): string[] => [
  ...[String(delivery.id), minute(new Date(delivery.createdAt)), delivery.type, delivery.subject],
  ...[delivery.state, String(delivery.attempts), String(delivery.lastStatus ?? '–'), delivery.lastAnswer ?? ''],
];

export const WEBHOOK_QUERIES = {
  webhooks: query<object, readonly WebhookLine[]>({
    does: 'List the endpoints of webhooks',
    fields: {},
    read: ({ store }) => operatingWebhooks(store.db).listWebhooks(),
    lines: endpoints =>
      endpoints.length === 0
        ? ['No endpoints. `add-webhook` adds one.']
        : columns([['id', 'state', 'events', 'brands', 'address', 'description'], ...endpoints.map(rowOf)]),
  }),
  webhook: query<{ webhook: string }, { endpoint: WebhookLine; deliveries: readonly WebhookDelivery[] }>({
    does: 'List the last deliveries to an endpoint, newest first, with what the endpoint has answered',
    fields: {
      webhook: field('<id>', Joi.string().trim().required(), 'Missing id of the endpoint. `webhooks` lists the endpoints.'),
    },
    async read({ store }, { webhook }) {
      const found = await operatingWebhooks(store.db).getWebhook({ webhook });
      if (!found) throw new RangeError(`Unknown endpoint ${webhook}. \`webhooks\` lists the endpoints.`);
      return found;
    },
    lines: ({ endpoint, deliveries }) => [
      ...columns([rowOf(endpoint)]),
      '',
      ...columns([
        ['delivery', 'made', 'event', 'subject', 'state', 'attempts', 'status', 'answer'],
        ...deliveries.map(deliveryRow),
      ]),
    ],
  }),
};
