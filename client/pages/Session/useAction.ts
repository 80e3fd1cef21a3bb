import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '../../../shared/problem.ts';
import type { Session } from '../../../shared/session.ts';
import { useToasts } from '../../useToasts.ts';
import type { LiveSession } from './useSession.ts';
import { withinMs } from './withinMs.ts';

/** Why an order did not work: the house refused, or it never heard of it. */
export type ActionFailure = 'refused' | 'no-connection';

/** Keys of what is said about it: the headline, and what to do instead. */
export const FAILURE_TEXTS: Readonly<Record<ActionFailure, readonly string[]>> = {
  refused: ['session.error.cancel', 'session.error.cancel.text'],
  'no-connection': ['offline.stopFailed'],
};

interface Action {
  run(): void;
  isSending: boolean;
  failure: ActionFailure | null;
}

const SENDING_AFTER_MS = 400;
const ANSWER_LIMIT_MS = 15_000;

/** An order about the session, given once at a time. Its answer is the session as it is now. */
export function useAction(live: Pick<LiveSession, 'take' | 'askNow'>, order: () => Promise<Session>): Action {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [isRunning, setIsRunning] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<ActionFailure | null>(null);

  const toast = useRef('');
  const tell = (why: ActionFailure) => {
    setFailure(why);
    const [headline = '', description = ''] = FAILURE_TEXTS[why].map(key => t(key));
    toast.current = toasts.add({ variant: 'error', headline, description });
  };
  const send = async () => {
    setIsRunning(true);
    setFailure(null);
    toasts.remove(toast.current);
    const timer = setTimeout(() => setIsSending(true), SENDING_AFTER_MS);
    try {
      live.take(await withinMs(ANSWER_LIMIT_MS, order()));
    } catch (error) {
      const isTooLate = error instanceof Problem && error.code === 'not-now';
      if (!isTooLate) tell(error instanceof TypeError ? 'no-connection' : 'refused');
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
