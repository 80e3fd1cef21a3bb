import { type MouseEvent, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { SessionLocation } from '../../../../shared/charging/session.ts';
import type { SessionGoal } from '../../../../shared/price/progress.ts';
import { TextLink } from '../../../components/control/Button.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Hidden, Small } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { LaterContext } from '../live/useDeferredParts.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { GoalSheet } from './GoalSheet.tsx';
import { useGoalWords } from './useGoalTexts.ts';

/** The current goal with the expected time and cost, and a link to change it. */
export function GoalRow({ session, live }: Pick<ViewProps<'running' | 'paused'>, 'session' | 'live'>) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const [isOpen, setIsOpen] = useState(false);
  const later = use(LaterContext);
  const { progress, sessionId, place, values } = session;
  const words = useGoalWords(place, values.cost.currency);
  const goal = progress?.goal ?? null;
  if (!progress || (!goal && sessionId === null)) return null;
  const handleOpen = (event: MouseEvent) => {
    // While the code of the dialog is loading, the link opens the page of the goal.
    if (!later) return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <Slim aria-labelledby="goal-title">
      <Hidden as="h2" id="goal-title">
        {t('goal.kind')}
      </Hidden>
      <Row>
        <p>
          <Icon name="target" size="sm" /> <b>{goal ? words.stops(goal.goal) : t('goal.none')}</b>
          {goal && <GoalProjection goal={goal} place={place} />}
        </p>
        {sessionId !== null && (
          <TextLink href={pathTo('goal', { locale, clientId, sessionId })} onClick={handleOpen}>
            {t(goal ? 'goal.change' : 'goal.set')}
          </TextLink>
        )}
      </Row>
      {sessionId !== null && (
        <GoalSheet isOpen={isOpen} session={session} sessionId={sessionId} live={live} onClose={() => setIsOpen(false)} />
      )}
    </Slim>
  );
}

function GoalProjection({ goal: { goal, expected, isBeyondLimit }, place }: { goal: SessionGoal; place: SessionLocation }) {
  const { t } = useTranslation();
  const format = useFormat(place);
  if (isBeyondLimit) return <Small as="span">{t('goal.beyondLimit')}</Small>;
  if (!expected) return null;
  const { at, cost } = expected;
  const amount = cost ? format.money(cost.amountMinor, cost.currency) : '';
  const time = format.time(at);
  if (goal.kind === 'time') return cost && <Small as="span">{t('goal.expectedCost', { amount })}</Small>;
  return <Small as="span">{cost ? t('goal.expected', { time, amount }) : t('goal.expectedTime', { time })}</Small>;
}

const Slim = styled(Section)`
  && {
    padding-block: var(--s2);
  }
  @media print {
    display: none;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--s4);
  p {
    flex: 1 1 12rem;
    padding-block: var(--s2);
    font-variant-numeric: tabular-nums;
  }
  p svg {
    display: inline-block;
    vertical-align: -0.12em;
  }
  p > span {
    display: block;
  }
`;
