import type { ReactNode } from 'react';
import type { WebhookDelivery, WebhookLine } from '../../../../shared/console/webhooks.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column } from '../../parts/Board.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { WEBHOOKS_PATH, webhookPath } from '../../parts/stationStyles.ts';
import { Done } from './Done.tsx';
import { EndpointState } from './EndpointState.tsx';
import { Clients } from './Webhooks.tsx';

/** The page of an endpoint, with its last deliveries and what was answered. */
export const webhookPage: ConsolePage = {
  path: '/webhooks/:webhook',
  tab: 'webhooks',
  async show({ operating, params, query: { done } }) {
    const found = await operating.getWebhook({ webhook: params.webhook ?? '' });
    return found && { title: 'webhooks.title', content: <WebhookView {...found} done={done} /> };
  },
};

interface WebhookViewProps {
  endpoint: WebhookLine;
  deliveries: readonly WebhookDelivery[];
  done: string | undefined;
}

function WebhookView({ endpoint, deliveries, done }: WebhookViewProps) {
  const { t } = useWords();
  const { who } = useConsole();
  const mayAct = who?.may === 'act';
  return (
    <>
      <Crumb to={WEBHOOKS_PATH}>{t('webhooks.title')}</Crumb>
      <div className="page-head">
        <div>
          <h1>{endpoint.description || URL.parse(endpoint.url)?.host}</h1>
        </div>
      </div>
      <Done done={done} />
      <Facts endpoint={endpoint} />
      {mayAct && <Acts endpoint={endpoint} />}
      <Block name={t('webhooks.deliveries')}>
        <p className="muted small">{t(deliveries.length === 0 ? 'webhooks.noDeliveries' : 'webhooks.kept')}</p>
        {deliveries.length > 0 && (
          <Board columns={columnsOf(endpoint, mayAct)} lines={deliveries} keyOf={({ id }) => String(id)} rowOf={rowOf} />
        )}
      </Block>
    </>
  );
}

function Facts({ endpoint }: { endpoint: WebhookLine }) {
  const { t, dateTime } = useWords();
  const { id, url, types, createdAt, createdBy, olderUntil } = endpoint;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('webhooks.col.state'), <EndpointState key="state" endpoint={endpoint} />],
    [
      t('webhooks.url'),
      <span key="url" className="breaks">
        {url}
      </span>,
    ],
    [
      t('webhooks.id'),
      <span key="id" className="mono">
        {id}
      </span>,
    ],
    [t('webhooks.col.events'), types === null ? t('webhooks.all.events') : types.join(', ')],
    [t('webhooks.col.brands'), <Clients key="brands" {...endpoint} />],
    [t('webhooks.created'), t('webhooks.createdBy', { at: dateTime(createdAt), who: createdBy })],
    ...(olderUntil === null ? [] : [[t('webhooks.older'), t('webhooks.olderUntil', { at: dateTime(olderUntil) })] as const]),
  ];
  return (
    <Block name={t('webhooks.facts')}>
      <dl className="rows">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}

function Acts({ endpoint: { id, isOn } }: { endpoint: WebhookLine }) {
  const { t } = useWords();
  const acts = [
    ...(isOn ? [] : [['on', 'webhooks.switchOn'] as const]),
    ['test', 'webhooks.test'] as const,
    ...(isOn ? [['redeliver', 'webhooks.redeliverAll'] as const] : []),
    ['rotate', 'webhooks.rotate'] as const,
    ['remove', 'webhooks.remove'] as const,
  ];
  return (
    <div className="acts gap">
      {acts.map(([path, text]) => (
        <a key={path} className="btn btn--quiet" href={`${webhookPath(id)}/${path}`}>
          {t(text)}
        </a>
      ))}
    </div>
  );
}

const rowOf = ({ state }: WebhookDelivery): string | undefined => (state === 'failed' ? 'is-bad' : undefined);

const columnsOf = ({ id, isOn }: WebhookLine, mayAct: boolean): readonly Column<WebhookDelivery>[] => [
  { text: 'webhooks.col.event', cell: delivery => <Event delivery={delivery} /> },
  { text: 'webhooks.col.made', className: 'lab wide-s', cell: ({ createdAt }) => <At at={createdAt} /> },
  { text: 'webhooks.col.delivery', className: 'lab wide-s', cell: delivery => <State delivery={delivery} /> },
  { text: 'webhooks.col.attempts', isFigure: true, className: 'r lab wide-s', cell: ({ attempts }) => attempts },
  { text: 'webhooks.col.answer', className: 'lab wide-s', cell: delivery => <Answer delivery={delivery} /> },
  ...(mayAct && isOn
    ? [
        {
          text: 'webhooks.col.again',
          className: 'wide-s',
          cell: delivery => <Again path={`${webhookPath(id)}/redeliver?delivery=${delivery.id}`} delivery={delivery} />,
        } as const satisfies Column<WebhookDelivery>,
      ]
    : []),
];

const Event = ({ delivery: { type, subject, eventId } }: { delivery: WebhookDelivery }) => (
  <>
    <b>{type}</b>
    <small className="breaks">{subject === eventId ? eventId : `${subject} · ${eventId}`}</small>
  </>
);

function At({ at }: { at: string }) {
  const { dateTime } = useWords();
  return <span className="num">{dateTime(at)}</span>;
}

const STATES = {
  waiting: { status: 'calm', icon: 'clock' },
  delivered: { status: 'ok', icon: 'circle-check' },
  failed: { status: 'off', icon: 'circle-x' },
} as const;

function State({ delivery: { state, nextAt, attempts } }: { delivery: WebhookDelivery }) {
  const { t, dateTime } = useWords();
  const { status, icon } = STATES[state];
  return (
    <span className={`st st--${status}`}>
      <Icon name={icon} />
      <span>
        {t(`webhooks.delivery.${state}`)}
        {nextAt !== null && attempts > 0 && <small>{t('webhooks.delivery.next', { at: dateTime(nextAt) })}</small>}
      </span>
    </span>
  );
}

function Answer({ delivery: { lastAt, lastStatus, lastAnswer } }: { delivery: WebhookDelivery }) {
  const { t } = useWords();
  if (lastAt === null) return '–';
  return (
    <>
      {lastStatus ?? t('webhooks.noAnswer')}
      {lastAnswer && (
        <small className="breaks mono" lang="en">
          {lastAnswer}
        </small>
      )}
    </>
  );
}

function Again({ path, delivery: { eventId } }: { path: string; delivery: WebhookDelivery }) {
  const { t } = useWords();
  return (
    <a href={path}>
      {t('webhooks.again')}
      <span className="vh"> {eventId}</span>
    </a>
  );
}
