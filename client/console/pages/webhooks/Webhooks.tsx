import type { WebhookLine } from '../../../../shared/console/webhooks.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Board, type Column } from '../../parts/Board.tsx';
import { WEBHOOKS_PATH, webhookPath } from '../../parts/stationStyles.ts';
import { Done } from './Done.tsx';
import { EndpointState } from './EndpointState.tsx';

/** The list of the endpoints that receive events. */
export const webhooksPage: ConsolePage = {
  path: '/webhooks',
  tab: 'webhooks',
  async show({ operating, query: { done } }) {
    return { title: 'webhooks.title', content: <Webhooks endpoints={await operating.listWebhooks()} done={done} /> };
  },
};

const COLUMNS: readonly Column<WebhookLine>[] = [
  { text: 'webhooks.col.endpoint', cell: endpoint => <Name endpoint={endpoint} /> },
  { text: 'webhooks.col.state', className: 'lab wide-s', cell: endpoint => <EndpointState endpoint={endpoint} /> },
  { text: 'webhooks.col.events', className: 'lab wide-s', cell: ({ types }) => <Types types={types} /> },
  { text: 'webhooks.col.brands', className: 'lab wide-s', cell: ({ clients }) => <Clients clients={clients} /> },
];

const rowOf = ({ isOn, failingSince }: WebhookLine): string | undefined => {
  if (!isOn) return 'is-bad';
  return failingSince === null ? undefined : 'is-warn';
};

function Webhooks({ endpoints, done }: { endpoints: readonly WebhookLine[]; done: string | undefined }) {
  const { t } = useWords();
  const { who } = useConsole();
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t('webhooks.title')}</h1>
          <p>{t('webhooks.lead')}</p>
        </div>
        {who?.may === 'act' && (
          <a className="btn btn--quiet" href={`${WEBHOOKS_PATH}/add`}>
            <Icon name="webhook" />
            {t('webhooks.add.title')}
          </a>
        )}
      </div>
      <Done done={done} />
      {endpoints.length === 0 ? (
        <p className="muted">{t('webhooks.none')}</p>
      ) : (
        <Board columns={COLUMNS} lines={endpoints} keyOf={({ id }) => id} rowOf={rowOf} />
      )}
    </>
  );
}

function Name({ endpoint: { id, url, description } }: { endpoint: WebhookLine }) {
  return (
    <>
      <a href={webhookPath(id)}>
        <b>{description || URL.parse(url)?.host}</b>
      </a>
      <small className="breaks">{url}</small>
    </>
  );
}

function Types({ types }: Pick<WebhookLine, 'types'>) {
  const { t } = useWords();
  return types === null ? t('webhooks.all.events') : t('webhooks.events', { count: types.length });
}

export function Clients({ clients }: Pick<WebhookLine, 'clients'>) {
  const { t } = useWords();
  return clients === null ? t('webhooks.all.brands') : clients.join(', ');
}
