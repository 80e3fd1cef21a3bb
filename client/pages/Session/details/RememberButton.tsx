import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../shared/charging/session.ts';
import { TextButton } from '../../../components/control/Button.tsx';
import { LiveStatus } from '../../../components/feedback/LiveStatus.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { recentSessions, remember } from '../../../core/recentSessions.ts';
import { useHydrated } from '../../../hooks/useHydrated.ts';

/**
 * A button that saves the session on this device, so that the start page lists it. Needs the text area `recent` (see
 * `Route.strings`).
 */
export function RememberButton({ session }: { session: Session }) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const { sessionId, place } = session;
  const [isDone, setIsStored] = useState(false);
  useEffect(() => setIsStored(recentSessions().some(known => known.sessionId === sessionId)), [sessionId]);
  if (!isHydrated || sessionId === null) return null;
  const saveSession = () => {
    const { clientId, street, city, country, timeZone } = place;
    const at = new Date().toISOString();
    if (!remember({ clientId, sessionId, place: `${street}, ${city}`, at, country, timeZone })) return;
    setIsStored(true);
  };
  return (
    <div>
      <TextButton type="button" onClick={saveSession} aria-disabled={isDone || undefined}>
        <Icon name={isDone ? 'check' : 'bookmark'} />
        {t(isDone ? 'recent.remembered' : 'recent.remember')}
      </TextButton>
      {/* The live region is outside of the button, because its text would change the button's name. */}
      <LiveStatus>{isDone ? t('recent.remembered') : ''}</LiveStatus>
      <Small>{t('recent.text')}</Small>
    </div>
  );
}
