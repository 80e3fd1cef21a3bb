import { useRef, useState } from 'react';
import type { GoalForm } from '../../../../shared/forms/goal.ts';
import { type FieldErrors, Problem } from '../../../../shared/model/problem.ts';
import { within } from '../../../../shared/util/within.ts';
import { useCharging } from '../../../core/pageData.tsx';
import { ANSWER_LIMIT_MS } from '../actions/useAction.ts';
import type { LiveSession } from '../live/useSession.ts';

interface GoalParts {
  sessionId: string;
  live: Pick<LiveSession, 'apply' | 'pollNow'>;
  onDone(): void;
}

/**
 * Sends goals, one request at a time. If the visitor sends several goals while a request is running, only the last one is sent.
 * A failed request may be repeated, because setting a goal is idempotent.
 */
export function useGoal({ sessionId, live, onDone }: GoalParts) {
  const charging = useCharging();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [hasFailed, setHasFailed] = useState(false);
  const isBusy = useRef(false);
  const next = useRef<{ goal: GoalForm | null }>(null);
  const done = () => {
    setErrors({});
    setHasFailed(false);
    onDone();
  };
  const sendOne = async (goal: GoalForm | null): Promise<void> => {
    try {
      live.apply(await within(charging.setGoal({ sessionId, goal }), ANSWER_LIMIT_MS));
      done();
    } catch (error) {
      const code = error instanceof Problem ? error.code : null;
      setErrors(error instanceof Problem && code === 'invalid-input' ? error.fields : {});
      setHasFailed(code !== 'invalid-input');
      if (code !== 'invalid-input') live.pollNow();
    }
  };
  return {
    errors,
    hasFailed,
    async send(goal: GoalForm | null): Promise<void> {
      next.current = { goal };
      if (isBusy.current) return;
      isBusy.current = true;
      while (next.current) {
        const { goal } = next.current;
        next.current = null;
        await sendOne(goal);
      }
      isBusy.current = false;
    },
  };
}
