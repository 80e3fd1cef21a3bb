import { addressOf } from '../../core/addressOf.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Crumb } from '../../parts/Crumb.tsx';
import {
  chainsOf,
  EXCHANGE_FILTERS,
  type Exchange,
  type ExchangeFilter,
  exchangesOf,
  isFailed,
  isIn,
} from '../../parts/exchanges.ts';
import { Folded } from '../../parts/Folded.tsx';
import { stationPath } from '../../parts/stationStyles.ts';

/** The last messages of an OCPP station without personal data, by day, the newest first. */
export const stationMessagesPage: ConsolePage = {
  path: '/stations/ocpp/:identity/messages',
  tab: 'stations',
  async show({ operating, params, query }) {
    const { identity = '' } = params;
    const messages = await operating.listStationMessages({ identity });
    const chosen = EXCHANGE_FILTERS.find(filter => filter === query.is) ?? null;
    const content = messages && <MessagesView identity={identity} messages={messages} chosen={chosen} />;
    return content && { title: 'stations.messages.title', content };
  },
};

/** Number of exchanges of a day that are shown at once. The others are folded. */
const SHOWN = 25;

interface MessagesViewProps {
  identity: string;
  messages: readonly string[];
  /** Null: all messages are shown. */
  chosen: ExchangeFilter | null;
}

function MessagesView({ identity, messages, chosen }: MessagesViewProps) {
  const { t, day } = useWords();
  const newest = exchangesOf(messages).toReversed();
  const shown = chosen === null ? newest : newest.filter(exchange => isIn(chosen, exchange));
  return (
    <>
      <Crumb to={stationPath(identity)}>{identity}</Crumb>
      <div className="page-head">
        <div>
          <h1>{t('stations.messages.title')}</h1>
          <p>{t('stations.messages.lead')}</p>
        </div>
      </div>
      <Filters address={`${stationPath(identity)}/messages`} exchanges={newest} chosen={chosen} />
      {shown.length === 0 && <p className="muted gap">{t('stations.messages.none')}</p>}
      {[...Map.groupBy(shown, ({ at }) => (at === null ? '' : day(at)))].map(([name, exchanges]) => (
        <Day key={name} exchanges={exchanges} />
      ))}
    </>
  );
}

function Filters({
  address,
  exchanges,
  chosen,
}: Pick<MessagesViewProps, 'chosen'> & { address: string; exchanges: readonly Exchange[] }) {
  const { t } = useWords();
  return (
    <nav className="filters" aria-label={t('stations.messages.filters')}>
      {([null, ...EXCHANGE_FILTERS] as const).map(is => (
        <a key={is ?? 'all'} href={addressOf(address, { is })} aria-current={is === chosen ? 'true' : undefined}>
          {is === chosen && <Icon name="check" />}
          {t(`stations.messages.filter.${is ?? 'all'}`)}{' '}
          <b>{is === null ? exchanges.length : exchanges.filter(exchange => isIn(is, exchange)).length}</b>
        </a>
      ))}
    </nav>
  );
}

/** The exchanges of one day, newest first. Lines without a time have no day. */
function Day({ exchanges }: { exchanges: readonly Exchange[] }) {
  const { t, date, weekday } = useWords();
  const [shown, folded] = [exchanges.slice(0, SHOWN), exchanges.slice(SHOWN)];
  const at = exchanges[0]?.at ?? null;
  return (
    <section className="day">
      <h2>
        {at === null ? t('stations.messages.noTime') : `${weekday(at)}, ${date(at)}`}{' '}
        <small>{t('stations.messages.count', { count: exchanges.length })}</small>
      </h2>
      <Exchanges exchanges={shown} />
      {folded.length > 0 && (
        <Folded text={t('stations.messages.older', { count: folded.length })}>
          <Exchanges exchanges={folded} />
        </Folded>
      )}
    </section>
  );
}

const Exchanges = ({ exchanges }: { exchanges: readonly Exchange[] }) => (
  <ol className="log">
    {chainsOf(exchanges).map((chain, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other identity
      <li key={index}>
        <Chain chain={chain} />
      </li>
    ))}
  </ol>
);

/** One exchange, or several that repeat, which are folded. */
function Chain({ chain }: { chain: readonly Exchange[] }) {
  const { t, time } = useWords();
  const [newest, oldest] = [chain[0], chain.at(-1)];
  if (!newest || !oldest) return null;
  if (chain.length === 1) return <Message exchange={newest} />;
  const names = [...new Set(chain.map(({ action }) => action))].join(', ');
  const span = newest.at && oldest.at ? `${time(oldest.at)}–${time(newest.at)}, ` : '';
  return (
    <Folded text={`${span}${t('stations.messages.chain', { count: chain.length })}: ${names}`}>
      <ol className="log">
        {chain.map((exchange, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other identity
          <li key={index}>
            <Message exchange={exchange} />
          </li>
        ))}
      </ol>
    </Folded>
  );
}

/** One call with the status of its answer. The contents of both are folded. */
function Message({ exchange }: { exchange: Exchange }) {
  const { t, time } = useWords();
  const { at, isOurs, action, content, answer, status } = exchange;
  return (
    <details>
      <summary>
        {at && <time dateTime={at}>{`${time(at)}:${at.slice(17, 19)}`}</time>}
        <span className="log__what">
          <Icon name={isOurs ? 'arrow-right' : 'arrow-left'} />
          <span className="vh">{t(`stations.messages.${isOurs ? 'sent' : 'received'}`)}</span>
          <b lang="en">{action}</b>
        </span>
        {content && (
          <small className="log__content" lang="en">
            {content}
          </small>
        )}
        <Icon name="chevron-down" />
        <span className={isFailed(exchange) ? 'st st--warn' : 'muted'} lang={status === null ? undefined : 'en'}>
          {status ?? (answer === null ? t('stations.messages.unanswered') : '')}
        </span>
      </summary>
      <code lang="en">{content || '–'}</code>
      {answer !== null && (
        <>
          <b className="small">{t('stations.messages.answer')}</b>
          <code lang="en">{answer || '–'}</code>
        </>
      )}
    </details>
  );
}
