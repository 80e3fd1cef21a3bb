import { useTranslation } from 'react-i18next';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { Timeline, type TimelineStep } from '../../../components/figure/Timeline.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { Lead } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { LocationPlate } from '../details/LocationPlate.tsx';
import { Connection } from '../live/Connection.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { Below, LiveHead, OpenSection } from '../parts/Session.styles.ts';

/** Shown after the driver has cancelled the session, until the station has confirmed it. */
export function Cancelling({ session, live }: ViewProps<'cancelling'>) {
  const { t } = useTranslation();
  const { place, hold } = session;
  const format = useFormat(place);
  const amount = hold && format.money(hold.amountMinor, hold.currency);
  const isRefused = session.why === 'refused';
  const title = t(isRefused ? 'session.refused' : 'session.cancelling');
  const steps: TimelineStep[] = [
    ...(isRefused ? [] : [{ state: 'done', text: t('session.cancelling.asked') } as const]),
    { state: 'now', text: t('session.cancelling.confirmed') },
    ...(amount ? [{ state: 'later', text: t('holdTimeline.released'), amount } as const] : []),
  ];
  return (
    <div aria-busy="true">
      <TabTitle title={title} />
      <Connection failures={live.failures} pollNow={live.pollNow} />
      <LiveHead>
        <h1 tabIndex={-1}>
          {!isRefused && <Spinner />}
          {title}
        </h1>
      </LiveHead>
      <Below>
        <Lead>
          {t('session.starting.nothingYet')} {isRefused && t('session.refused.text')}
        </Lead>
      </Below>
      <OpenSection aria-label={t('session.title')}>
        <Timeline steps={steps} />
      </OpenSection>
      <Section>
        <LocationPlate place={place} number={place.plug.number} />
      </Section>
    </div>
  );
}
