import type { ConsolePage } from '../../core/consolePage.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
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

/** Time, direction, action and content of a line of the log. */
const LINE = /^(\S+) {2}([→←]) {2}([^{]*)(.*)$/s;

function MessagesView({ identity, messages }: { identity: string; messages: readonly string[] }) {
  const { t } = useWords();
  return (
    <>
      <Crumb to={stationPath(identity)}>{identity}</Crumb>
      <div className="page-head">
        <div>
          <h1>{t('stations.messages.title')}</h1>
          <p>{t('stations.messages.lead')}</p>
        </div>
      </div>
      <Block name={t('stations.messages.count', { count: messages.length })}>
        <ol className="log">
          {messages.toReversed().map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of the log have no other identity
            <li key={index}>
              <Message line={line} />
            </li>
          ))}
        </ol>
      </Block>
    </>
  );
}

/** One message. The content is folded. */
function Message({ line }: { line: string }) {
  const { t, dateTime } = useWords();
  const [, at, direction, action = line, content] = LINE.exec(line) ?? [];
  return (
    <details>
      <summary>
        {at && <time dateTime={at}>{`${dateTime(at)}:${at.slice(17, 19)}`}</time>}{' '}
        {t(`stations.messages.${direction === '→' ? 'sent' : 'received'}`)} <b lang="en">{action}</b>
      </summary>
      <code lang="en">{content || '–'}</code>
    </details>
  );
}
