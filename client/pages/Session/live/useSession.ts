import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Alternatives } from '../../../../shared/charging/alternatives.ts';
import { SESSION_EVENTS, WATCH_EVENTS } from '../../../../shared/charging/charging.ts';
import { fillPath } from '../../../../shared/charging/paths.ts';
import type { Receipt } from '../../../../shared/charging/receipt.ts';
import type { Contract, Session } from '../../../../shared/charging/session.ts';
import { useCharging } from '../../../core/pageData.tsx';
import { type FollowedSession, followSession } from './followSession.ts';
import { useReceipt } from './useReceipt.ts';

/** The data with which the page was rendered. */
export interface SessionData {
  session: Session;
  /** Null: the session has not ended, or the receipt could not be loaded. */
  receipt: Receipt | null;
  /** Where else to charge, if the session did not start. Absent: it did, or the list could not be loaded. */
  alternatives?: Alternatives;
}

/** A session that is kept up to date, with functions for actions on it. */
export interface LiveSession {
  session: Session;
  receipt: Receipt | null;
  /**
   * The contract, from the data with which the page was rendered, because updates do not contain it. Undefined on the read-only
   * page of the watch link.
   */
  contract: Contract | undefined;
  /** Where else to charge, from the data with which the page was rendered. Null: the page has to load the list. */
  alternatives: Alternatives | null;
  /** Number of consecutive failed updates. The last values stay visible. */
  failures: number;
  pollNow(): void;
  /** Applies the session in the response to an action such as a stop, so that the page need not wait for the next update. */
  apply(session: Session): void;
}

export function useSession(first: SessionData): LiveSession {
  const charging = useCharging();
  const [session, setSession] = useState(first.session);
  const [failures, setFailures] = useState(0);
  const watch = useRef<FollowedSession | null>(null);
  const receipt = useReceipt({ session, first: first.receipt });

  const kind = useRef(first.session.kind);
  const applySession = useCallback((next: Session) => {
    const apply = () => setSession(known => (isOlder(next, known) ? known : next));
    const hasStarted = kind.current === 'starting' && next.kind === 'running';
    kind.current = next.kind;
    if (hasStarted) withTransition(apply);
    else apply();
  }, []);
  const refreshNow = useCallback(() => watch.current?.pollNow(), []);

  useEffect(() => {
    const { sessionId, watchId } = first.session;
    const current = followSession({
      address: sessionId === null ? fillPath(WATCH_EVENTS, { watchId }) : fillPath(SESSION_EVENTS, { sessionId }),
      first: first.session,
      request: () => (sessionId === null ? charging.getWatchedSession({ watchId }) : charging.getSession({ sessionId })),
      onSession(next) {
        applySession(next);
        setFailures(0);
      },
      onFailure: setFailures,
      isHidden: () => document.hidden,
    });
    watch.current = current;
    const stopListening = listen(current);
    return () => {
      stopListening();
      current.end();
    };
  }, [charging, first, applySession]);

  return {
    session,
    receipt,
    contract: first.session.contract,
    alternatives: first.alternatives ?? null,
    failures,
    pollNow: refreshNow,
    apply: applySession,
  };
}

/** Updates the page while the browser moves the plate of the plug to its new place, if the browser and the visitor allow that. */
function withTransition(update: () => void): void {
  const isStill = document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || !('startViewTransition' in document)) update();
  // A browser that skips the transition, for example because the page has been hidden meanwhile, still updates the page.
  else document.startViewTransition(() => flushSync(update)).ready.catch(() => undefined);
}

/** Returns true if a response is older than the shown session. Responses can arrive out of order. */
const isOlder = (next: Session, known: Session): boolean =>
  next.version < known.version || (next.version === known.version && next.asOf < known.asOf);

/** Reconnects when the page is shown or hidden, and when the network changes. */
function listen({ refresh, rest, pollNow }: FollowedSession): () => void {
  const handleShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) refresh();
  };
  document.addEventListener('visibilitychange', refresh);
  window.addEventListener('online', refresh);
  window.addEventListener('offline', pollNow);
  window.addEventListener('pagehide', rest);
  window.addEventListener('pageshow', handleShow);
  return () => {
    document.removeEventListener('visibilitychange', refresh);
    window.removeEventListener('online', refresh);
    window.removeEventListener('offline', pollNow);
    window.removeEventListener('pagehide', rest);
    window.removeEventListener('pageshow', handleShow);
  };
}
