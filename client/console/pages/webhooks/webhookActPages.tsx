import {
  WEBHOOK_EVENT_TYPES,
  type WebhookAct,
  type WebhookEventType,
  type WebhookSecret,
} from '../../../../shared/console/webhooks.ts';
import type { Shown } from '../../core/consolePage.ts';
import { type TextKey, useWords } from '../../core/translations.ts';
import { actPage } from '../../parts/actPage.tsx';
import { Checks } from '../../parts/Checks.tsx';
import { Field } from '../../parts/Field.tsx';
import { WEBHOOKS_PATH, webhookPath } from '../../parts/stationStyles.ts';
import { Secret, SecretAlreadyShown } from './Secret.tsx';

type ActOf<Name extends WebhookAct['does']> = Extract<WebhookAct, { does: Name }>;

/** Beginning of the names of the form fields of brands. */
const BRAND = 'client.';
/** Name of the form field of an event. */
const fieldOf = (type: WebhookEventType): string => `event.${type}`;

const secretShown = (secret: WebhookSecret | undefined, webhook: string | null): Shown => ({
  title: 'webhooks.secret.title',
  content: secret ? <Secret secret={secret} /> : <SecretAlreadyShown webhook={webhook} />,
});

/** Adds an endpoint. The secret is shown only once, in the response. */
export const addWebhookPage = actPage<ActOf<'add-webhook'>>({
  path: '/webhooks/add',
  tab: 'webhooks',
  title: 'webhooks.add.title',
  back: () => ({ to: WEBHOOKS_PATH, text: 'webhooks.title' }),
  read: (_, { url = '', description = '', reason = '', ...values }) => ({
    ...{ does: 'add-webhook', url: url.trim(), description: description.trim(), reason },
    types: WEBHOOK_EVENT_TYPES.filter(type => values[fieldOf(type)] !== undefined),
    clients: Object.keys(values).flatMap(name => (name.startsWith(BRAND) ? [name.slice(BRAND.length)] : [])),
  }),
  preview: (act, isRefused) => ({ ...act, url: isRefused ? '-' : act.url || 'https://example.org/', clients: [] }),
  needsBrands: true,
  fields: (values, brands) => (
    <>
      <Field
        name="url"
        type="url"
        label="webhooks.add.url"
        hint="webhooks.add.urlHint"
        placeholder="https://…"
        value={values.url ?? ''}
        limit={500}
        required
      />
      <Field name="description" label="webhooks.add.description" value={values.description ?? ''} limit={80} />
      <Checks
        legend="webhooks.add.clients"
        hint="webhooks.add.clientsHint"
        entries={brands.map(({ id, name }) => ({ name: BRAND + id, title: name, note: id }))}
        values={values}
      />
      <Events values={values} />
    </>
  ),
  done: ({ webhookSecret }) => secretShown(webhookSecret, null),
});

function Events({ values }: { values: Readonly<Record<string, string>> }) {
  const { t } = useWords();
  const entries = WEBHOOK_EVENT_TYPES.map(type => ({ name: fieldOf(type), title: type, note: t(eventText(type)) }));
  return <Checks legend="webhooks.add.types" hint="webhooks.add.typesHint" entries={entries} values={values} />;
}

const eventText = (type: WebhookEventType): TextKey => `webhooks.event.${type.replace(/[._]/g, '-')}` as TextKey;

type PlainAct = Extract<WebhookAct, { does: 'remove-webhook' | 'test-webhook' | 'rotate-webhook-secret' | 'switch-webhook-on' }>;

interface PlainPageOptions {
  does: PlainAct['does'];
  path: string;
  title: TextKey;
  done: Parameters<typeof actPage<PlainAct>>[0]['done'];
}

/** Creates the page of an action without fields. */
const plainPage = ({ does, path, title, done }: PlainPageOptions) =>
  actPage<PlainAct>({
    ...{ path, tab: 'webhooks', title, done },
    back: ({ webhook }) => ({ to: webhookPath(webhook), name: webhook }),
    read: ({ webhook = '' }, { reason = '' }) => ({ does, webhook, reason }),
  });

export const removeWebhookPage = plainPage({
  does: 'remove-webhook',
  path: '/webhooks/:webhook/remove',
  title: 'webhooks.remove.title',
  done: () => ({ go: `${WEBHOOKS_PATH}?done=removed` }),
});
export const testWebhookPage = plainPage({
  does: 'test-webhook',
  path: '/webhooks/:webhook/test',
  title: 'webhooks.test.title',
  done: (_, { webhook }) => ({ go: `${webhookPath(webhook)}?done=test` }),
});
export const rotateWebhookPage = plainPage({
  does: 'rotate-webhook-secret',
  path: '/webhooks/:webhook/rotate',
  title: 'webhooks.rotate.title',
  done: ({ webhookSecret }, { webhook }) => secretShown(webhookSecret, webhook),
});
export const switchWebhookOnPage = plainPage({
  does: 'switch-webhook-on',
  path: '/webhooks/:webhook/on',
  title: 'webhooks.on.title',
  done: (_, { webhook }) => ({ go: `${webhookPath(webhook)}?done=on` }),
});

/** Sends one delivery again, or all since a time that the person types. */
export const redeliverWebhookPage = actPage<ActOf<'redeliver-webhook'>>({
  path: '/webhooks/:webhook/redeliver',
  tab: 'webhooks',
  title: 'webhooks.redeliver.title',
  back: ({ webhook }) => ({ to: webhookPath(webhook), name: webhook }),
  read: ({ webhook = '' }, { delivery = '', since = '', reason = '' }) => ({
    ...{ does: 'redeliver-webhook', webhook, reason },
    delivery: /^\d{1,15}$/.test(delivery) ? Number(delivery) : null,
    since: sinceOf(delivery, since),
  }),
  hidden: ['delivery'],
  fields: ({ delivery = '', since }) =>
    delivery === '' && (
      <Field
        name="since"
        label="webhooks.redeliver.since"
        value={since ?? SINCE_ALWAYS}
        limit={30}
        className="input--mid"
        required
      />
    ),
  done: (_, { webhook }) => ({ go: `${webhookPath(webhook)}?done=redelivered` }),
});

/** All deliveries are newer, because they are deleted after seven days. The person replaces the value. */
const SINCE_ALWAYS = '2026-01-01T00:00Z';

/** Returns the time in the form. Null: one delivery is chosen, or the time is invalid. */
function sinceOf(delivery: string, since: string): string | null {
  if (delivery !== '') return null;
  const typed = since.trim() || SINCE_ALWAYS;
  return Number.isNaN(Date.parse(typed)) ? null : typed;
}
