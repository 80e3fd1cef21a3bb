import { use, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isEnding } from '../../../shared/charging/session.ts';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { useLoadTexts } from '../../core/pageData.tsx';
import { LaterContext, useLater } from './live/useDeferredParts.ts';
import type { SessionData } from './live/useSession.ts';
import { useSession } from './live/useSession.ts';
import type { AnyView } from './live/viewProps.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { END_STRINGS } from './states/laterFolds.ts';
import { LaterOtherPlugs } from './states/laterOtherPlugs.ts';
import { Running } from './states/Running.tsx';
import { Starting } from './states/Starting.tsx';

async function loadLater() {
  const [end, tools] = await Promise.all([import('./SessionEnd.tsx'), import('./deferredParts.ts'), LaterOtherPlugs.preload()]);
  return { ...end, ...tools };
}

/**
 * The page of a session, for the driver's own link and for the read-only watch link. Each state of the session has its own
 * component.
 */
export function Session({ data }: { data: SessionData }) {
  const live = useSession(data);
  const loadTexts = useLoadTexts();
  const isDriver = data.session.sessionId !== null;
  const load = useCallback(async () => {
    const [later] = await Promise.all([loadLater(), isDriver && loadTexts(END_STRINGS)]);
    return later;
  }, [isDriver, loadTexts]);
  const later = useLater(load, isEnding(live.session.kind));
  return (
    <LaterContext value={later}>
      <SessionFrame live={live} view={SessionView} isWhole={later !== null} />
    </LaterContext>
  );
}

/** Text keys of what screen readers announce while the component of the ended session loads. */
const ENDINGS = {
  stopping: 'session.finishing',
  unpriced: 'session.unpriced',
  cancelling: 'session.cancelling',
  completed: 'session.completed',
  cancelled: 'session.nothingCharged',
} as const;

function SessionView({ live, announce }: AnyView) {
  const { t } = useTranslation();
  const later = use(LaterContext);
  const { session } = live;
  switch (session.kind) {
    case 'starting':
      return <Starting session={session} live={live} announce={announce} />;
    case 'running':
    case 'paused':
      return <Running session={session} live={live} announce={announce} />;
    default:
      return later ? <later.EndView live={live} announce={announce} /> : <PageHead title={t(ENDINGS[session.kind])} />;
  }
}
