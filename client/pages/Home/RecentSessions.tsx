import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fillPath, PATHS } from '../../../shared/charging/paths.ts';
import { TextButton } from '../../components/control/Button.tsx';
import { LinkList } from '../../components/control/LinkList.tsx';
import { Section } from '../../components/layout/Columns.tsx';
import { forgetPages } from '../../core/offlinePages.ts';
import { useVisit } from '../../core/pageData.tsx';
import { forgetSessions, type RecentSession, recentSessions } from '../../core/recentSessions.ts';
import { useFormat } from '../../hooks/useFormat.ts';

/** Links to the sessions that this device has saved. Renders nothing before hydration, because the server does not know them. */
export function RecentSessions() {
  const { t } = useTranslation();
  const { client } = useVisit();
  const [sessions, setSessions] = useState<readonly RecentSession[]>([]);
  const isOurs = ({ clientId }: RecentSession) => client.id === 'house' || clientId === client.id;
  useEffect(() => setSessions(recentSessions()), []);
  const ours = sessions.filter(isOurs);
  if (ours.length === 0) return null;
  return (
    <Section aria-labelledby="recent-title">
      <h2 id="recent-title">{t('recent.title')}</h2>
      <LinkList
        links={ours.map(session => ({
          to: fillPath(PATHS.session, { clientId: session.clientId, sessionId: session.sessionId }),
          title: session.place,
          text: <SessionTime session={session} />,
        }))}
      />
      <TextButton
        type="button"
        onClick={() => {
          forgetSessions(isOurs);
          void forgetPages();
          setSessions(recentSessions());
          document.querySelector('h1')?.focus();
        }}
      >
        {t('recent.forget')}
      </TextButton>
    </Section>
  );
}

function SessionTime({ session }: { session: RecentSession }) {
  const format = useFormat(session);
  return format.dateTime(session.at);
}
