import type { Cable } from '../../../../shared/charging/session.ts';
import { UnlockButton } from '../actions/UnlockButton.tsx';
import type { LiveSession } from '../live/useSession.ts';

/** Returns true if the cable can be unlocked from this page. It cannot from the read-only page of the watch link. */
export const canUnlock = (cable: Cable | undefined, { session }: LiveSession): cable is Cable =>
  (cable?.canUnlock ?? false) && session.sessionId !== null;

export function CableUnlock({ cable, live }: { cable: Cable; live: LiveSession }) {
  const { sessionId } = live.session;
  if (sessionId === null) return null;
  const words = cable.unlock === null ? 'session.cable.unlock' : 'session.cable.again';
  return <UnlockButton sessionId={sessionId} live={live} words={words} />;
}
