import { type MouseEvent, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { SessionGoal } from '../../../../shared/price/progress.ts';
import { ActRow } from '../../../components/control/ActRows.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { BOLD, RichText } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { LaterContext } from '../live/useDeferredParts.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { useGoalWords } from './useGoalTexts.ts';

type Charging = ViewProps<'running' | 'paused'>['session'];

/** The current goal and a link to change the goal. The chart and the bar of the hold show its time and cost. */
export function GoalRow({ session, live }: Pick<ViewProps<'running' | 'paused'>, 'session' | 'live'>) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const [isOpen, setIsOpen] = useState(false);
  const later = use(LaterContext);
  const { progress, sessionId, place, values, hold } = session;
  const words = useGoalWords(place, values.cost.currency);
  const format = useFormat(place);
  const goal = progress?.goal ?? null;
  const noGoal = hold ? t('goal.none.atMost', { amount: format.shortMoney(hold.amountMinor, hold.currency) }) : t('goal.none');
  if (!progress || (!goal && sessionId === null)) return null;
  const handleOpen = (event: MouseEvent) => {
    // While the code of the dialog is loading, the link opens the page of the goal.
    if (!later) return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <ActRow role="group" aria-label={t('goal.kind')}>
      <Icon name="target" />
      <p>
        <RichText text={goal ? words.stops(goal.goal) : noGoal} tags={BOLD} />
        {goal && <GoalProjection goal={goal} session={session} />}
      </p>
      {sessionId !== null && (
        <>
          <a href={pathTo('goal', { locale, clientId, sessionId })} onClick={handleOpen}>
            {t(goal ? 'goal.change' : 'goal.set')}
          </a>
          {later && (
            <later.GoalSheet
              isOpen={isOpen}
              session={session}
              sessionId={sessionId}
              live={live}
              onClose={() => setIsOpen(false)}
            />
          )}
        </>
      )}
    </ActRow>
  );
}

/** What the row of the goal does not say elsewhere on the page: the time of the goal, and what comes before the goal. */
function GoalProjection({ goal: { goal, expected, isBeyondLimit }, session }: { goal: SessionGoal; session: Charging }) {
  const { t } = useTranslation();
  const { batteryEnd } = session.progress ?? {};
  if (isBeyondLimit) return <small>{t('goal.beyondLimit')}</small>;
  if (batteryEnd && goal.kind !== 'battery' && (!expected || expected.at > batteryEnd.at)) return <small>{t('goal.full')}</small>;
  return null;
}
