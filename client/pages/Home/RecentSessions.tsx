import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { fillPath, PATHS } from '../../../shared/charging/paths.ts';
import { TextButton } from '../../components/control/Button.tsx';
import { TapLink } from '../../components/control/TapLink.tsx';
import { TapRows } from '../../components/control/TapRows.ts';
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
    <section aria-labelledby="recent-title">
      <Title id="recent-title">{t('recent.title')}</Title>
      <TapRows>
        {ours.map(session => (
          <li key={session.sessionId}>
            <TapLink
              to={fillPath(PATHS.session, { clientId: session.clientId, sessionId: session.sessionId })}
              icon="zap"
              title={session.place}
              text={<SessionTime session={session} />}
            />
          </li>
        ))}
      </TapRows>
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
    </section>
  );
}

const Title = styled.h2`
  margin-bottom: var(--s3);
`;

function SessionTime({ session }: { session: RecentSession }) {
  const format = useFormat(session);
  return format.dateTime(session.at);
}
