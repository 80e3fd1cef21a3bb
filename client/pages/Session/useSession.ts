import { useCallback, useEffect, useRef, useState } from 'react';
import type { Receipt } from '../../../shared/receipt.ts';
import type { Session } from '../../../shared/session.ts';
import { useCharging } from '../../pageData.tsx';
import type { SessionData } from './load.ts';
import { pollSession, type SessionWatch } from './pollSession.ts';
import { useReceipt } from './useReceipt.ts';

/** A session that keeps itself up to date. */
export interface LiveSession {
  session: Session;
  receipt: Receipt | null;
  /** How many times in a row asking has failed; the last values stay. */
  failures: number;
  askNow(): void;
  /** Takes the answer of an order, as stopping, without waiting to be told. */
  take(session: Session): void;
}

export function useSession(first: SessionData): LiveSession {
  const charging = useCharging();
  const [session, setSession] = useState(first.session);
  const [failures, setFailures] = useState(0);
  const watch = useRef<SessionWatch | null>(null);
  const receipt = useReceipt({ session, first: first.receipt });

  // Answers may overtake each other: an older one never undoes a newer one.
  const take = useCallback((next: Session) => setSession(known => (next.version < known.version ? known : next)), []);
  const askNow = useCallback(() => watch.current?.askNow(), []);

  useEffect(() => {
    const { sessionId, watchId } = first.session;
    const current = pollSession({
      first: first.session,
      ask: () => (sessionId === null ? charging.getWatchedSession({ watchId }) : charging.getSession({ sessionId })),
      onSession(next) {
        take(next);
        setFailures(0);
      },
      onFailure: setFailures,
      isHidden: () => document.hidden,
    });
    watch.current = current;
    const askWhenSeen = () => {
      if (!document.hidden) current.askNow();
    };
    document.addEventListener('visibilitychange', askWhenSeen);
    window.addEventListener('online', current.askNow);
    return () => {
      current.end();
      document.removeEventListener('visibilitychange', askWhenSeen);
      window.removeEventListener('online', current.askNow);
    };
  }, [charging, first, take]);

  return { session, receipt, failures, askNow, take };
}
