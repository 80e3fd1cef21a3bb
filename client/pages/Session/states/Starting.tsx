import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Figure, FigureText } from '../../../components/figure/Figure.tsx';
import { Timeline, type TimelineStep } from '../../../components/figure/Timeline.tsx';
import { Columns } from '../../../components/layout/Columns.tsx';
import { Fold, Folds } from '../../../components/layout/Folds.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { CancelButton } from '../actions/CancelButton.tsx';
import { LocationPlate } from '../details/LocationPlate.tsx';
import { SessionNumber } from '../details/SessionNumber.tsx';
import { Connection } from '../live/Connection.tsx';
import { clockText, useCountdown } from '../live/useCountdown.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { OpenSection } from '../parts/Session.styles.ts';
import { SessionHead } from '../parts/SessionHead.tsx';
import { ContractDetails, PlugInPicture } from './laterFolds.ts';

export function Starting({ session, live, announce }: ViewProps<'starting'>) {
  const { t } = useTranslation();
  const { place } = session;
  const format = useFormat(place);
  return (
    <Columns bar={session.sessionId !== null && <CancelButton sessionId={session.sessionId} live={live} />}>
      <Connection failures={live.failures} pollNow={live.pollNow} />
      <SessionHead place={place} title={t('session.starting')} hasPlate={false} />
      <PlugInPicture number={place.plug.number} />
      <TimeLeft asOf={session.asOf} startBy={session.startBy} announce={announce} />
      <OpenSection aria-label={t('session.title')}>
        <Timeline steps={useSteps(session)} />
      </OpenSection>
      {session.hold && (
        <Small>
          {t('progress.starting.until', {
            time: format.time(session.startBy),
            amount: format.money(session.hold.amountMinor, session.hold.currency),
          })}
        </Small>
      )}
      <Folds>
        <Fold title={t('session.details')} value={<SessionNumber number={session.number} />}>
          <LocationPlate place={place} number={place.plug.number} />
          <ContractDetails session={session} contract={live.contract} />
        </Fold>
      </Folds>
    </Columns>
  );
}

function useSteps({ hold, place }: ViewProps<'starting'>['session']): TimelineStep[] {
  const { t } = useTranslation();
  const format = useFormat(place);
  const plug = `${t('plug.number', { number: place.plug.number })}, ${t(`plug.type.${place.plug.kind}`)}`;
  const reserved: TimelineStep[] = hold
    ? [
        {
          state: 'done',
          text: t('holdTimeline.held.amount', { amount: format.money(hold.amountMinor, hold.currency) }),
          note: t('session.starting.nothingYet'),
        },
      ]
    : [];
  return [
    ...reserved,
    { state: 'now', text: t('progress.starting.connect'), note: plug },
    { state: 'later', text: t('progress.starting.begins') },
  ];
}

/** Remaining seconds at which screen readers announce the time. An announcement every second would drown out everything else. */
const SPOKEN_SECONDS = [60, 15];

function TimeLeft({ asOf, startBy, announce }: { asOf: string; startBy: string; announce(text: string): void }) {
  const { t } = useTranslation();
  const left = useCountdown({ asOf, until: startBy });
  const before = useRef(left);
  useEffect(() => {
    if (SPOKEN_SECONDS.some(mark => before.current > mark && left <= mark)) announce(t('live.secondsLeft', { count: left }));
    before.current = left;
  }, [left, announce, t]);
  return (
    <Countdown>
      <span>{t('progress.starting.timeLeft')}</span>
      <Figure role="timer">{clockText(left)}</Figure>
    </Countdown>
  );
}

const Countdown = styled.p`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  align-items: baseline;
  gap: 0 var(--s3);
  ${FigureText} {
    font-size: 2.25rem;
  }
`;
