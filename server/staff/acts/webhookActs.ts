import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import type { Text } from '../../../shared/console/operating.ts';
import { isWebhookEventType, TEST_EVENT, type WebhookAct, type WebhookSecret } from '../../../shared/console/webhooks.ts';
import { DAY_MS } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import { settleAlert } from '../../runtime/alerts.ts';
import { bodyOf, createEventId } from '../../store/jobs/webhookEvents.ts';
import {
  addDeliveries,
  addEndpoint,
  findDelivery,
  findEndpoint,
  listEndpoints,
  MAX_REDELIVERED,
  redeliver,
  removeEndpoint,
  updateEndpoint,
  type WebhookEndpointRecord,
} from '../../store/jobs/webhookRows.ts';
import { listClients } from '../../store/shop/catalogue.ts';
import { createWebhookSecret, sealedSecretOf } from '../webhooks/webhookSecrets.ts';
import { type ActContext, ActRefused, type ActRow, act, NO_MONEY, textsOf } from './act.ts';
import { field, OPTIONAL_REASON, parsed, textField } from './fields.ts';

type ActOf<Name extends WebhookAct['does']> = Extract<WebhookAct, { does: Name }>;

const { text, step } = textsOf('webhooks');
const refuse = (message: string, key: string, values: Text['values'] = {}) =>
  new ActRefused(message, text(`refusal.${key}`, values));

/** More endpoints would multiply the rows of every change. */
const MAX_ENDPOINTS = 20;
const MAX_URL = 500;
const MAX_DESCRIPTION = 80;
/** How long the secret before a rotation signs beside the new one. */
const OLDER_SECRET_MS = DAY_MS;

const listed = (typed: string): string[] => typed.split(/[\s,]+/).filter(word => word !== '');
const WEBHOOK = field('<id>', Joi.string().trim().required(), 'Missing id of the endpoint. `webhooks` lists the endpoints.');

async function endpointOf({ trx }: ActContext, id: string): Promise<WebhookEndpointRecord> {
  const endpoint = await findEndpoint(trx, id);
  if (!endpoint) throw refuse(`Unknown endpoint ${id}. \`webhooks\` lists the endpoints.`, 'noEndpoint');
  return endpoint;
}

/** Creates a secret, and the output that shows it once. */
function newSecret({ dependencies: { readSecret } }: ActContext, webhook: string) {
  if (!readSecret) throw refuse('SECRET is not configured, so the secret of the endpoint cannot be encrypted.', 'noSecret');
  const value = createWebhookSecret();
  const shown: WebhookSecret = { webhook, secret: value };
  const lines = ['The secret is shown only once:', value];
  return { sealed: sealedSecretOf(value, readSecret()), output: { webhookSecret: shown, data: shown, lines } };
}

function checkUrl({ dependencies: { webhooks } }: ActContext, url: string): void {
  const isHttps = URL.parse(url)?.protocol === 'https:';
  if (url.length > MAX_URL || !(webhooks?.accepts(url) ?? isHttps))
    throw refuse('Invalid address. Use an https address without user name and password.', 'noUrl');
}

async function checkClients({ trx }: ActContext, clients: readonly string[]): Promise<void> {
  const known = (await listClients(trx, { isCurrent: true })).map(({ id }) => id);
  const unknown = clients.find(client => !known.includes(client));
  if (unknown !== undefined) throw refuse(`Unknown brand ${unknown}.`, 'noClient', { client: unknown });
}

const addWebhook = act<ActOf<'add-webhook'>>({
  subject: 'webhook',
  fields: {
    url: field('<url>', Joi.string().trim().required(), 'Missing address. Use an https address.'),
    description: textField('[--description "…"]'),
    types: field('[--type session.completed]…', parsed(listed).default([])),
    clients: field('[--client <brand>]…', parsed(listed).default([])),
    reason: OPTIONAL_REASON,
  },
  command: { does: 'Add an endpoint that receives events; without --type and --client, all of them; the secret is shown once' },
  about: ({ url }) => URL.parse(url)?.host ?? null,
  async run(context, { url, description, types, clients }) {
    const { trx, actor, now } = context;
    checkUrl(context, url);
    const unknown = types.find(type => !isWebhookEventType(type));
    if (unknown !== undefined) throw refuse(`Unknown event ${unknown}.`, 'noType', { type: unknown });
    await checkClients(context, clients);
    if ((await listEndpoints(trx)).length >= MAX_ENDPOINTS)
      throw refuse(`There are ${MAX_ENDPOINTS} endpoints already.`, 'tooMany', { max: MAX_ENDPOINTS });
    const id = `we_${randomUUID().slice(0, 8)}`;
    const { sealed, output } = newSecret(context, id);
    await addEndpoint(trx, {
      ...{ id, url, description: description.trim().slice(0, MAX_DESCRIPTION) },
      types: types.length === 0 ? null : types.filter(isWebhookEventType),
      clients: clients.length === 0 ? null : clients,
      ...{ sealedSecret: sealed, olderSecret: null, olderUntil: null, isOn: true, offWhy: null, failingSince: null },
      ...{ createdBy: actor.who.name, createdAt: now },
    });
    const lines = [`${id} receives events from now on.`, ...output.lines];
    return {
      ...NO_MONEY,
      button: text('add.button'),
      steps: [step('add.sent'), step('add.once')],
      facts: { webhook: id },
      ...{ ...output, lines },
    };
  },
});

const removeWebhook = act<ActOf<'remove-webhook'>>({
  subject: 'webhook',
  fields: { webhook: WEBHOOK, reason: OPTIONAL_REASON },
  command: { does: 'Remove an endpoint with its deliveries; events that wait are not sent' },
  about: ({ webhook }) => webhook,
  async run(context, { webhook }) {
    const { id, url } = await endpointOf(context, webhook);
    await removeEndpoint(context.trx, id);
    await settleOff(context, id, 'endpoint removed');
    const lines = [`${id} is removed.`];
    return { ...NO_MONEY, button: text('remove.button'), steps: [step('remove.ends', { url }), step('remove.waiting')], lines };
  },
});

const settleOff = ({ trx, now }: ActContext, subjectId: string, reason: string): Promise<void> =>
  settleAlert(trx, { subjectId, why: 'a webhook endpoint is switched off', reason, now });

const testWebhook = act<ActOf<'test-webhook'>>({
  subject: 'webhook',
  fields: { webhook: WEBHOOK, reason: OPTIONAL_REASON },
  command: { does: 'Send a test event to an endpoint, once; `webhook` shows the answer' },
  about: ({ webhook }) => webhook,
  async run(context, { webhook }) {
    const { trx, now } = context;
    const { id, url } = await endpointOf(context, webhook);
    const event = { endpointId: id, eventId: createEventId(), type: TEST_EVENT, at: now };
    await addDeliveries(trx, [
      { ...event, subject: event.eventId, body: bodyOf(TEST_EVENT, { at: now, data: { webhook: id } }) },
    ]);
    const lines = [`A test event is sent. \`webhook ${id}\` shows the answer.`];
    return { ...NO_MONEY, button: text('test.button'), steps: [step('test.sent', { url })], lines };
  },
});

const redeliverWebhook = act<ActOf<'redeliver-webhook'>>({
  subject: 'webhook',
  fields: {
    webhook: WEBHOOK,
    delivery: field(
      '--delivery <number> |',
      parsed(typed => (/^\d{1,15}$/.test(typed) ? Number(typed) : null)).default(null),
      'Invalid delivery. `webhook` lists the deliveries.',
    ),
    since: field(
      '--since 2026-05-04T18:40:00Z',
      parsed(typed => (Number.isNaN(Date.parse(typed)) ? null : typed)).default(null),
      'Invalid time. Use a time with its zone such as 2026-05-04T18:40:00Z.',
    ),
    reason: OPTIONAL_REASON,
  },
  command: { does: 'Send deliveries again: one, or all that were made since a time, with the same event ids' },
  about: ({ webhook }) => webhook,
  async run(context, { webhook, delivery, since }) {
    const { trx, now } = context;
    const endpoint = await endpointOf(context, webhook);
    if ((delivery === null) === (since === null)) throw refuse('Use either --delivery or --since.', 'oneOrAll');
    if (!endpoint.isOn) throw refuse('The endpoint is off. `switch-webhook-on` switches it on.', 'isOff');
    if (delivery !== null && (await findDelivery(trx, delivery))?.endpointId !== endpoint.id)
      throw refuse(`Unknown delivery ${delivery}.`, 'noDelivery');
    const only = delivery === null ? { since: new Date(since ?? 0) } : { id: delivery };
    const count = await redeliver(trx, { endpointId: endpoint.id, only, now });
    if (count === 0) throw refuse('No delivery was made since that time.', 'nothingSince');
    const lines = [
      `Deliveries to send again: ${count}.`,
      ...(count === MAX_REDELIVERED ? ['There are more. Repeat with a later time.'] : []),
    ];
    return {
      ...NO_MONEY,
      button: text('redeliver.button'),
      steps: [step('redeliver.again', { count }), step('redeliver.ids')],
      facts: { deliveries: count },
      lines,
    };
  },
});

const rotateSecret = act<ActOf<'rotate-webhook-secret'>>({
  subject: 'webhook',
  fields: { webhook: WEBHOOK, reason: OPTIONAL_REASON },
  command: { does: 'Set a new secret for an endpoint; for 24 hours the old one signs, too; the secret is shown once' },
  about: ({ webhook }) => webhook,
  async run(context, { webhook }) {
    const { id, sealedSecret } = await endpointOf(context, webhook);
    const { sealed, output } = newSecret(context, id);
    const older = { olderSecret: sealedSecret, olderUntil: later(context.now, OLDER_SECRET_MS) };
    await updateEndpoint(context.trx, id, { sealedSecret: sealed, ...older });
    return { ...NO_MONEY, button: text('rotate.button'), steps: [step('rotate.both'), step('add.once')], ...output };
  },
});

const switchOn = act<ActOf<'switch-webhook-on'>>({
  subject: 'webhook',
  fields: { webhook: WEBHOOK, reason: OPTIONAL_REASON },
  command: { does: 'Switch an endpoint on that the app has switched off; `redeliver-webhook` sends what has failed' },
  about: ({ webhook }) => webhook,
  async run(context, { webhook }) {
    const { id, isOn } = await endpointOf(context, webhook);
    if (isOn) throw refuse('The endpoint is on.', 'isOn');
    await updateEndpoint(context.trx, id, { isOn: true, offWhy: null, failingSince: null });
    await settleOff(context, id, 'switched on');
    const lines = [`${id} receives events from now on.`];
    return { ...NO_MONEY, button: text('on.button'), steps: [step('on.sent'), step('on.missed')], lines };
  },
});

/** Actions on webhook endpoints. */
export const WEBHOOK_ACTS: Readonly<Record<WebhookAct['does'], ActRow>> = {
  'add-webhook': addWebhook,
  'remove-webhook': removeWebhook,
  'test-webhook': testWebhook,
  'redeliver-webhook': redeliverWebhook,
  'rotate-webhook-secret': rotateSecret,
  'switch-webhook-on': switchOn,
};
