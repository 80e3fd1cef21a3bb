import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/control/Button.tsx';
import { Sheet } from '../../../components/layout/Sheet.tsx';
import { ActionError } from '../actions/ActionError.tsx';
import { LaterContext } from '../live/useDeferredParts.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { useGoal } from './useGoal.ts';

interface GoalSheetProps extends Pick<ViewProps<'running' | 'paused'>, 'session' | 'live'> {
  sessionId: string;
  isOpen: boolean;
  onClose(): void;
}

/** The form for the goal in a dialog, which needs JavaScript. The page behind the dialog stays up to date. */
export function GoalSheet({ session, sessionId, live, isOpen, onClose }: GoalSheetProps) {
  const { t } = useTranslation();
  const later = use(LaterContext);
  const { send, errors, hasFailed } = useGoal({ sessionId, live, onDone: onClose });
  return (
    <Sheet isOpen={isOpen} title={t('goal.title')} onClose={onClose}>
      {isOpen && later && (
        <div>
          <p>{t('goal.text')}</p>
          <ActionError role="alert" failure={hasFailed ? [t('goal.error.failed'), t('goal.error.failed.text')] : null} />
          <later.GoalForm session={session} sessionId={sessionId} errors={errors} onSend={goal => void send(goal)}>
            <Button type="button" onClick={onClose}>
              {t('goal.back')}
            </Button>
          </later.GoalForm>
        </div>
      )}
    </Sheet>
  );
}
