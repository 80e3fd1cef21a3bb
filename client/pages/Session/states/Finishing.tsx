import { useTranslation } from 'react-i18next';
import { Timeline } from '../../../components/figure/Timeline.tsx';
import { Num } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { OpenSection } from '../Session.styles.ts';
import { Awaiting } from './Awaiting.tsx';
import { LeaveNote, Stopping } from './Stopping.tsx';
import { StopRefused } from './StopRefused.tsx';
import type { ViewProps } from './viewProps.ts';

/** Stopped; the last meter value is still under way. */
export function Finishing({ session, live }: ViewProps<'stopping'>) {
  const { t } = useTranslation();
  const { place, stoppedAt } = session;
  const format = useFormat(place);
  if (session.awaitedSince !== undefined) return <Awaiting session={session} live={live} awaitedSince={session.awaitedSince} />;
  if (session.isStopRefused) return <StopRefused session={session} live={live} />;
  return (
    <Stopping
      session={session}
      live={live}
      title={t('session.finishing')}
      lead={t('session.finishing.text')}
      until={stoppedAt}
      isBusy={true}
    >
      <OpenSection aria-label={t('session.title')}>
        <Timeline
          steps={[
            { state: 'done', text: t('session.finishing.confirmed'), amount: <Num>{format.time(stoppedAt)}</Num> },
            { state: 'now', text: t('session.finishing.meter') },
            { state: 'later', text: t('session.finishing.bill') },
          ]}
        />
      </OpenSection>
      <LeaveNote session={session} />
    </Stopping>
  );
}
