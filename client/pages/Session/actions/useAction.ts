import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../../shared/charging/session.ts';
import { Problem } from '../../../../shared/model/problem.ts';
import { within } from '../../../../shared/util/within.ts';
import { useToasts } from '../../../hooks/useToasts.ts';
import type { LiveSession } from '../live/useSession.ts';

/** Why an action failed: the server has refused it, or was not reached. */
type ActionFailure = 'refused' | 'no-connection';

type ActionKind = 'cancel' | 'unlock';

/** Text keys of the error: a headline, and what to do. */
export const REFUSED = ['session.error.cancel', 'session.error.cancel.text'];
const FAILURE_TEXTS: Readonly<Record<ActionKind, Readonly<Record<ActionFailure, readonly string[]>>>> = {
  cancel: { refused: REFUSED, 'no-connection': ['offline.cancelFailed'] },
  unlock: { refused: ['session.cable.refused', 'session.cable.refused.text'], 'no-connection': ['session.cable.noConnection'] },
};

interface Action {
  run(): void;
  isSending: boolean;
  /** The sentences of the error text. Null: no error. */
  failure: readonly string[] | null;
}

interface ActionParts {
  kind: ActionKind;
  live: Pick<LiveSession, 'apply' | 'pollNow'>;
  order(): Promise<Session>;
}

export const SENDING_AFTER_MS = 400;
export const ANSWER_LIMIT_MS = 15_000;

/** Runs one kind of action on the session, one request at a time, and applies the session state in the response. */
export function useAction({ kind, live, order }: ActionParts): Action {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [isRunning, setIsRunning] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<readonly string[] | null>(null);

  const toast = useRef('');
  const showFailure = (why: ActionFailure) => {
    const sentences = FAILURE_TEXTS[kind][why].map(key => t(key));
    const [headline = '', description = ''] = sentences;
    setFailure(sentences);
    toast.current = toasts.add({ variant: 'error', headline, description });
  };
  const send = async () => {
    setIsRunning(true);
    setFailure(null);
    toasts.remove(toast.current);
    const timer = setTimeout(() => setIsSending(true), SENDING_AFTER_MS);
    try {
      live.apply(await within(order(), ANSWER_LIMIT_MS));
    } catch (error) {
      const isNotNow = error instanceof Problem && error.code === 'not-now';
      if (!isNotNow) showFailure(error instanceof TypeError ? 'no-connection' : 'refused');
      live.pollNow();
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
