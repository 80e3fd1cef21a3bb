import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { SessionGoal } from '../../../../shared/price/progress.ts';
import { ActRow } from '../../../components/control/ActRows.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { RichText } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { useGoalWords } from './useGoalTexts.ts';

type Charging = ViewProps<'running' | 'paused'>['session'];

/** The current goal and a link to change the goal. The chart and the bar of the hold show its time and cost. */
export function GoalRow({ session }: { session: Charging }) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const { progress, sessionId, place, values, hold } = session;
  const words = useGoalWords(place, values.cost.currency);
  const format = useFormat(place);
  const goal = progress?.goal ?? null;
  const noGoal = hold ? t('goal.none.atMost', { amount: format.shortMoney(hold.amountMinor, hold.currency) }) : t('goal.none');
  if (!progress || (!goal && sessionId === null)) return null;
  return (
    <ActRow role="group" aria-label={t('goal.kind')}>
      <Icon name="target" />
      <p>
        <RichText text={goal ? words.stops(goal.goal) : noGoal} tags={{ b: inner => <b>{inner}</b> }} />
        {goal && <GoalProjection goal={goal} session={session} />}
      </p>
      {sessionId !== null && (
        <AppLink to={pathTo('goal', { locale, clientId, sessionId })}>{t(goal ? 'goal.change' : 'goal.set')}</AppLink>
      )}
    </ActRow>
  );
}

/** What the row of the goal does not say elsewhere on the page: the time of the goal, and what comes before the goal. */
function GoalProjection({ goal: { expected, isBeyondLimit }, session }: { goal: SessionGoal; session: Charging }) {
  const { t } = useTranslation();
  const { batteryEnd } = session.progress ?? {};
  if (isBeyondLimit) return <small>{t('goal.beyondLimit')}</small>;
  if (batteryEnd && (!expected || expected.at > batteryEnd.at)) return <small>{t('goal.full')}</small>;
  return null;
}
