import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { canStop, isOver, type SessionKind } from '../../../shared/session.ts';
import { LiveStatus } from '../../components/feedback/LiveStatus.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { forgetStop } from './actions/askedStops.ts';
import { useHeadingFocus } from './live/useHeadingFocus.ts';
import { useKeptPage } from './live/useKeptPage.ts';
import { useSession } from './live/useSession.ts';
import { useSpokenChanges } from './live/useSpokenChanges.ts';
import type { SessionData } from './load.ts';
import { Above } from './Session.styles.ts';
import { Cancelled } from './states/Cancelled.tsx';
import { Cancelling } from './states/Cancelling.tsx';
import { Completed } from './states/Completed.tsx';
import { Finishing } from './states/Finishing.tsx';
import { Running } from './states/Running.tsx';
import { Starting } from './states/Starting.tsx';
import type { ViewProps } from './states/viewProps.ts';

/** One address for the whole life of a session, and one to only watch it: each state is a view of its own. */
export function Session({ data }: { data: SessionData }) {
  const live = useSession(data);
  const { spoken, announce } = useSpokenChanges(live);
  useHeadingFocus(live.session.kind);
  useKeptPage(live);
  const { session } = live;
  useEffect(() => {
    if (session.sessionId !== null && !canStop(session)) forgetStop(session.sessionId);
  }, [session]);
  return (
    <>
      <LiveStatus>{spoken}</LiveStatus>
      {session.sessionId === null && !isOver(session.kind) && <WatchNote />}
      <SessionView live={live} announce={announce} />
    </>
  );
}

function WatchNote() {
  const { t } = useTranslation();
  return (
    <Above>
      <Note look="info" icon="info">
        <p>{t('session.watching')}</p>
      </Note>
    </Above>
  );
}

function SessionView({ live, announce }: Omit<ViewProps<SessionKind>, 'session'>) {
  const { session } = live;
  switch (session.kind) {
    case 'starting':
      return <Starting session={session} live={live} announce={announce} />;
    case 'running':
    case 'paused':
      return <Running session={session} live={live} announce={announce} />;
    case 'stopping':
      return <Finishing session={session} live={live} announce={announce} />;
    case 'cancelling':
      return <Cancelling session={session} live={live} announce={announce} />;
    case 'completed':
      return <Completed session={session} live={live} announce={announce} />;
    case 'cancelled':
      return <Cancelled session={session} live={live} announce={announce} />;
    default:
      return session satisfies never;
  }
}
