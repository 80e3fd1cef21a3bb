import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '../../../../shared/model/problem.ts';
import { within } from '../../../../shared/util/within.ts';
import { useCharging } from '../../../core/pageData.tsx';
import { backoffMs } from '../live/pollSession.ts';
import type { LiveSession } from '../live/useSession.ts';
import { forgetStop, noteStop, stopRequestedAt } from './queuedStops.ts';
import { ANSWER_LIMIT_MS, SENDING_AFTER_MS } from './useAction.ts';

/** idle: nothing asked. sending: asked just now. kept: no connection. back: there is one again, and it is being sent. */
type StopState = 'idle' | 'sending' | 'kept' | 'back';

export interface Stop {
  state: StopState;
  /** When the driver asked; null while nothing is asked. */
  askedAt: string | null;
  /** The app has refused it. */
  isRefused: boolean;
  ask(): void;
  takeBack(): void;
}

interface StopParts {
  /** null: of somebody who only watches. */
  sessionId: string | null;
  live: Pick<LiveSession, 'take' | 'askNow' | 'failures'>;
}

/**
 * Stopping, which a dead spot does not lose: what could not be sent is kept on this device, and sent again when there is a
 * connection, until the app has taken or refused it. Asking twice stops once.
 */
export function useStop({ sessionId, live: { take, askNow, failures } }: StopParts): Stop {
  const charging = useCharging();
  const [askedAt, setAskedAt] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const [isSlow, setIsSlow] = useState(false);
  const [tries, setTries] = useState(0);
  const wanted = useRef(false);
  const isBusy = useRef(false);
  const wasLost = useRef(false);

  const end = useCallback(() => {
    wanted.current = false;
    if (sessionId !== null) forgetStop(sessionId);
    setAskedAt(null);
    setTries(0);
  }, [sessionId]);

  const send = useCallback(async () => {
    if (isBusy.current || !wanted.current || sessionId === null) return;
    isBusy.current = true;
    const timer = setTimeout(() => setIsSlow(true), SENDING_AFTER_MS);
    try {
      take(await within(charging.stopSession({ sessionId }), ANSWER_LIMIT_MS));
      end();
      // The connection is back, and the page would say for up to half a minute more that it is not.
      if (wasLost.current) askNow();
    } catch (error) {
      // Without the app's own word nobody knows whether it came: it is asked again.
      if (wanted.current && error instanceof Problem) {
        setIsRefused(error.code !== 'not-now');
        end();
      } else if (wanted.current) setTries(times => times + 1);
      askNow();
    }
    clearTimeout(timer);
    setIsSlow(false);
    isBusy.current = false;
  }, [charging, sessionId, take, askNow, end]);

  // What was asked before the page was loaded.
  useEffect(() => {
    const at = sessionId && stopRequestedAt(sessionId);
    if (!at) return;
    wanted.current = true;
    setAskedAt(at);
    void send();
  }, [sessionId, send]);

  useEffect(() => {
    if (tries === 0) return;
    const timer = setTimeout(() => void send(), backoffMs(tries));
    const sendNow = () => void send();
    window.addEventListener('online', sendNow);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', sendNow);
    };
  }, [tries, send]);

  // An answer to anything else shows a connection before the next try is due.
  useEffect(() => {
    if (wasLost.current && failures === 0) void send();
    wasLost.current = failures > 0;
  }, [failures, send]);

  return {
    state: askedAt === null ? 'idle' : stateOf({ wasLost: tries > 0, isSlow, isConnected: failures === 0 }),
    askedAt,
    isRefused,
    ask() {
      if (wanted.current || sessionId === null) return;
      const at = new Date().toISOString();
      wanted.current = true;
      setIsRefused(false);
      setAskedAt(at);
      noteStop({ sessionId, at });
      void send();
    },
    takeBack: end,
  };
}

function stateOf({ wasLost, isSlow, isConnected }: { wasLost: boolean; isSlow: boolean; isConnected: boolean }): StopState {
  if (!wasLost) return isSlow ? 'sending' : 'idle';
  return isSlow && isConnected ? 'back' : 'kept';
}
