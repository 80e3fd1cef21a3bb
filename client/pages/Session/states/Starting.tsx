import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Figure, FigureLabel } from '../../../components/figure/Figure.tsx';
import { Timeline, type TimelineStep } from '../../../components/figure/Timeline.tsx';
import { Columns, Section } from '../../../components/layout/Columns.tsx';
import { PageHead } from '../../../components/layout/PageHead.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { PlateNumber } from '../../../components/text/Plate.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { PLUG_ICONS } from '../../Payment/plug/plugFacts.ts';
import { CancelButton } from '../actions/CancelButton.tsx';
import { ContractDetails } from '../details/ContractDetails.tsx';
import { LocationPlate } from '../details/LocationPlate.tsx';
import { Connection } from '../live/Connection.tsx';
import { clockText, useCountdown } from '../live/useCountdown.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { HowTo, OpenSection } from '../parts/Session.styles.ts';

export function Starting({ session, live, announce }: ViewProps<'starting'>) {
  const { t } = useTranslation();
  const { place } = session;
  return (
    <Columns bar={session.sessionId !== null && <CancelButton sessionId={session.sessionId} live={live} />}>
      <Connection failures={live.failures} pollNow={live.pollNow} />
      <PageHead title={t('session.starting')} lead={t('session.starting.text')} />
      <HowTo aria-hidden="true">
        <PlateNumber>{place.plug.number}</PlateNumber>
        <i />
        <Icon name={PLUG_ICONS[place.plug.kind]} />
        <i />
        <Icon name="car" />
      </HowTo>
      <TimeLeft asOf={session.asOf} startBy={session.startBy} announce={announce} />
      <OpenSection aria-label={t('session.title')}>
        <Timeline steps={useSteps(session)} />
      </OpenSection>
      <Section>
        <LocationPlate place={place} number={place.plug.number} />
      </Section>
      <ContractDetails session={session} contract={live.contract} />
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
    { state: 'now', text: t('session.starting.connect'), note: plug },
    { state: 'later', text: t('session.starting.begins') },
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
    <p>
      <FigureLabel>{t('session.starting.timeLeft')}</FigureLabel>
      <Figure role="timer">{clockText(left)}</Figure>
    </p>
  );
}
