import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GoalChoice } from '../../../../shared/price/progress.ts';
import { Button } from '../../../components/control/Button.tsx';
import { Sheet } from '../../../components/layout/Sheet.tsx';
import { useCharging } from '../../../core/pageData.tsx';
import { ActionError } from '../actions/ActionError.tsx';
import type { GoalSheetProps } from '../live/viewProps.ts';
import { GoalForm } from './GoalForm.tsx';
import { useGoal } from './useGoal.ts';

/** The form for the goal in a dialog, which needs JavaScript. The page behind the dialog stays up to date. */
export function GoalSheet({ session, sessionId, live, isOpen, onClose }: GoalSheetProps) {
  const { t } = useTranslation();
  const { send, errors, hasFailed } = useGoal({ sessionId, live, onDone: onClose });
  const choices = useOfferedGoals(sessionId, isOpen);
  const withChoices = session.progress ? { ...session, progress: { ...session.progress, choices } } : session;
  return (
    <Sheet isOpen={isOpen} title={t('goal.title')} isTitleFocused onClose={onClose}>
      {isOpen && (
        <div>
          <ActionError role="alert" failure={hasFailed ? [t('goal.error.failed'), t('goal.error.failed.text')] : null} />
          <GoalForm session={withChoices} sessionId={sessionId} errors={errors} onSend={goal => void send(goal)}>
            <Button type="button" onClick={onClose}>
              {t('goal.back')}
            </Button>
          </GoalForm>
        </div>
      )}
    </Sheet>
  );
}

/** Loads the goals to offer when the dialog opens. Live updates do not contain them. Without a network, none are offered. */
function useOfferedGoals(sessionId: string, isOpen: boolean): readonly GoalChoice[] {
  const charging = useCharging();
  const [choices, setChoices] = useState<readonly GoalChoice[]>([]);
  useEffect(() => {
    if (!isOpen) return;
    let isEnded = false;
    const loadChoices = async () => {
      const session = await charging.getSession({ sessionId }).catch(() => null);
      if (!isEnded && session && 'progress' in session) setChoices(session.progress?.choices ?? []);
    };
    void loadChoices();
    return () => {
      isEnded = true;
      setChoices([]);
    };
  }, [charging, sessionId, isOpen]);
  return choices;
}
