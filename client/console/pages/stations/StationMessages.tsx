import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { type Exchange, exchangesOf } from '../../parts/exchanges.ts';
import { Folded } from '../../parts/Folded.tsx';
import { stationPath } from '../../parts/stationStyles.ts';

/** The last messages of an OCPP station without personal data, the newest first. */
export const stationMessagesPage: ConsolePage = {
  path: '/stations/ocpp/:identity/messages',
  tab: 'stations',
  async show({ operating, params }) {
    const { identity = '' } = params;
    const messages = await operating.listStationMessages({ identity });
    return messages && { title: 'stations.messages.title', content: <MessagesView identity={identity} messages={messages} /> };
  },
};

/** Number of exchanges that are shown at once. The others are folded. */
const SHOWN = 25;

function MessagesView({ identity, messages }: { identity: string; messages: readonly string[] }) {
  const { t } = useWords();
  const newest = exchangesOf(messages).toReversed();
  const [shown, folded] = [newest.slice(0, SHOWN), newest.slice(SHOWN)];
  return (
    <>
      <Crumb to={stationPath(identity)}>{identity}</Crumb>
      <div className="page-head">
        <div>
          <h1>{t('stations.messages.title')}</h1>
          <p>{t('stations.messages.lead')}</p>
        </div>
      </div>
      <Block name={t('stations.messages.count', { count: newest.length })}>
        <Exchanges exchanges={shown} />
        {folded.length > 0 && (
          <Folded text={t('stations.messages.older', { count: folded.length })}>
            <Exchanges exchanges={folded} />
          </Folded>
        )}
      </Block>
    </>
  );
}

const Exchanges = ({ exchanges }: { exchanges: readonly Exchange[] }) => (
  <ol className="log">
    {exchanges.map((exchange, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other identity
      <li key={index}>
        <Message exchange={exchange} />
      </li>
    ))}
  </ol>
);

/** One call with the status of its answer. The contents of both are folded. */
function Message({ exchange: { at, isOurs, action, content, answer, status } }: { exchange: Exchange }) {
  const { t, dateTime } = useWords();
  const isBad = status !== null && status !== 'Accepted' && status !== 'Scheduled';
  return (
    <details>
      <summary>
        {at && <time dateTime={at}>{`${dateTime(at)}:${at.slice(17, 19)}`}</time>}
        <span className="log__what">
          <Icon name={isOurs ? 'arrow-right' : 'arrow-left'} />
          <span className="vh">{t(`stations.messages.${isOurs ? 'sent' : 'received'}`)}</span>
          <b lang="en">{action}</b>
        </span>
        <span className={isBad ? 'st st--warn' : 'muted'} lang={status === null ? undefined : 'en'}>
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
