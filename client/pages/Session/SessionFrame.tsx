import { type ComponentType, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { canStop, isOver } from '../../../shared/charging/session.ts';
import { LiveStatus } from '../../components/feedback/LiveStatus.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { forgetStop } from './actions/queuedStops.ts';
import { useHeadingFocus } from './live/useHeadingFocus.ts';
import { useOfflinePage } from './live/useOfflinePage.ts';
import type { LiveSession } from './live/useSession.ts';
import { useSpokenChanges } from './live/useSpokenChanges.ts';
import type { AnyView } from './live/viewProps.ts';
import { Above } from './parts/Session.styles.ts';

interface SessionFrameProps {
  live: LiveSession;
  view: ComponentType<AnyView>;
  /** True: the components of all states have loaded. */
  isWhole: boolean;
}

/** The common part of all states of a session page: live region, offline storage and focus. */
export function SessionFrame({ live, view: View, isWhole }: SessionFrameProps) {
  const { spoken, announce } = useSpokenChanges(live);
  useHeadingFocus(live.session.kind, isWhole);
  useOfflinePage(live, isWhole);
  const { session } = live;
  useEffect(() => {
    if (session.sessionId !== null && !canStop(session)) forgetStop(session.sessionId);
  }, [session]);
  return (
    <>
      <LiveStatus>{spoken}</LiveStatus>
      {session.sessionId === null && !isOver(session.kind) && <WatchNote />}
      <View live={live} announce={announce} />
    </>
  );
}

function WatchNote() {
  const { t } = useTranslation();
  return (
    <Above>
      <Note variant="info" icon="info">
        <p>{t('session.watching')}</p>
      </Note>
    </Above>
  );
}
