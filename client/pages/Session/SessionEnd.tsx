import type { SessionData } from './live/useSession.ts';
import { useSession } from './live/useSession.ts';
import type { AnyView } from './live/viewProps.ts';
import { SessionFrame } from './SessionFrame.tsx';
import { Cancelled } from './states/Cancelled.tsx';
import { Cancelling } from './states/Cancelling.tsx';
import { Completed } from './states/Completed.tsx';
import { Finishing } from './states/Finishing.tsx';
import { Unpriced } from './states/Unpriced.tsx';

/** The page of a session that had already ended when the page was opened. */
export function SessionEnd({ data }: { data: SessionData }) {
  return <SessionFrame live={useSession(data)} view={EndView} isWhole />;
}

export function EndView({ live, announce }: AnyView) {
  const { session } = live;
  switch (session.kind) {
    case 'stopping':
      return <Finishing session={session} live={live} announce={announce} />;
    case 'unpriced':
      return <Unpriced session={session} live={live} />;
    case 'cancelling':
      return <Cancelling session={session} live={live} announce={announce} />;
    case 'completed':
      return <Completed session={session} live={live} announce={announce} />;
    case 'cancelled':
      return <Cancelled session={session} live={live} announce={announce} />;
    default:
      return null;
  }
}
