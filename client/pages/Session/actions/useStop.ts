import { useCallback, useEffect, useRef, useState } from 'react';
import { Problem } from '../../../../shared/model/problem.ts';
import { within } from '../../../../shared/util/within.ts';
import { useCharging } from '../../../core/pageData.tsx';
import { backoffMs } from '../live/pollSession.ts';
import type { LiveSession } from '../live/useSession.ts';
import { forgetStop, noteStop, stopRequestedAt } from './queuedStops.ts';
import { ANSWER_LIMIT_MS, SENDING_AFTER_MS } from './useAction.ts';

/**
 * State of the stop request. idle: none. sending: the request is running. kept: it is stored, because there is no connection.
 * back: the connection is back, and the request is being repeated.
 */
type StopState = 'idle' | 'sending' | 'kept' | 'back';

export interface Stop {
  state: StopState;
  /** Time at which the driver requested the stop. Null: no stop is requested. */
  requestedAt: string | null;
  isRefused: boolean;
  request(): void;
  cancel(): void;
}

interface StopParts {
  /** Id of the session. Null: this is the read-only page of the watch link, which cannot stop charging. */
  sessionId: string | null;
  live: Pick<LiveSession, 'apply' | 'pollNow' | 'failures'>;
}

/**
 * Stops charging, even from a dead spot. A request that cannot be sent is stored on the device, and repeated until the server
 * has accepted or refused it. Repeating it is harmless.
 */
export function useStop({ sessionId, live: { apply, pollNow, failures } }: StopParts): Stop {
  const charging = useCharging();
  const [requestedAt, setRequestedAt] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const [isSlow, setIsSlow] = useState(false);
  const [tries, setTries] = useState(0);
  const wanted = useRef(false);
  const isBusy = useRef(false);
  const wasLost = useRef(false);

  const end = useCallback(() => {
    wanted.current = false;
    if (sessionId !== null) forgetStop(sessionId);
    setRequestedAt(null);
    setTries(0);
  }, [sessionId]);

  const send = useCallback(async () => {
    if (isBusy.current || !wanted.current || sessionId === null) return;
    isBusy.current = true;
    const timer = setTimeout(() => setIsSlow(true), SENDING_AFTER_MS);
    try {
      apply(await within(charging.stopSession({ sessionId }), ANSWER_LIMIT_MS));
      end();
      // The connection is back. Without this poll, the page would show it as lost for up to half a minute.
      if (wasLost.current) pollNow();
    } catch (error) {
      // A `Problem` is the server's refusal. Without any response, it is unknown whether charging has stopped, so the request is
      // repeated.
      if (wanted.current && error instanceof Problem) {
        setIsRefused(error.code !== 'not-now');
        end();
      } else if (wanted.current) setTries(times => times + 1);
      pollNow();
    }
    clearTimeout(timer);
    setIsSlow(false);
    isBusy.current = false;
  }, [charging, sessionId, apply, pollNow, end]);

  // Continues a stop request from before the page was loaded.
  useEffect(() => {
    const at = sessionId && stopRequestedAt(sessionId);
    if (!at) return;
    wanted.current = true;
    setRequestedAt(at);
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

  // If an update of the session has succeeded, the connection is back, so the request is repeated without a delay.
  useEffect(() => {
    if (wasLost.current && failures === 0) void send();
    wasLost.current = failures > 0;
  }, [failures, send]);

  return {
    state: requestedAt === null ? 'idle' : stateOf({ wasLost: tries > 0, isSlow, isConnected: failures === 0 }),
    requestedAt,
    isRefused,
    request() {
      if (wanted.current || sessionId === null) return;
      const at = new Date().toISOString();
      wanted.current = true;
      setIsRefused(false);
      setRequestedAt(at);
      noteStop({ sessionId, at });
      void send();
    },
    cancel: end,
  };
}

function stateOf({ wasLost, isSlow, isConnected }: { wasLost: boolean; isSlow: boolean; isConnected: boolean }): StopState {
  if (!wasLost) return isSlow ? 'sending' : 'idle';
  return isSlow && isConnected ? 'back' : 'kept';
}
