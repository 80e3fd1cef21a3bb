import { useState } from 'react';
import { Problem } from '../../../shared/problem.ts';
import type { Session } from '../../../shared/session.ts';
import type { LiveSession } from './useSession.ts';
import { withinMs } from './withinMs.ts';

/** Why an order did not work: the house refused, or it never heard of it. */
export type ActionFailure = 'refused' | 'no-connection';

interface Action {
  run(): void;
  isSending: boolean;
  failure: ActionFailure | null;
}

const SENDING_AFTER_MS = 400;
const ANSWER_LIMIT_MS = 15_000;

/** An order about the session, given once at a time. Its answer is the session as it is now. */
export function useAction(live: Pick<LiveSession, 'take' | 'askNow'>, order: () => Promise<Session>): Action {
  const [isRunning, setIsRunning] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<ActionFailure | null>(null);

  const send = async () => {
    setIsRunning(true);
    setFailure(null);
    const timer = setTimeout(() => setIsSending(true), SENDING_AFTER_MS);
    try {
      live.take(await withinMs(ANSWER_LIMIT_MS, order()));
    } catch (error) {
      const isTooLate = error instanceof Problem && error.code === 'not-now';
      if (!isTooLate) setFailure(error instanceof TypeError ? 'no-connection' : 'refused');
      live.askNow();
    }
    clearTimeout(timer);
    setIsSending(false);
    setIsRunning(false);
  };
  return {
    run() {
      if (!isRunning) void send();
    },
    isSending,
    failure,
  };
}
