import { useTranslation } from 'react-i18next';
import { Timeline, type TimelineStep } from '../../../components/figure/Timeline.tsx';
import { Lead } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { Connection } from '../live/Connection.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { OpenSection } from '../parts/Session.styles.ts';
import { SessionHead } from '../parts/SessionHead.tsx';

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
      <Connection failures={live.failures} pollNow={live.pollNow} />
      <SessionHead place={place} title={title} icon={isRefused ? undefined : 'busy'} />
      <Lead>
        {t('session.starting.nothingYet')} {isRefused && t('session.refused.text')}
      </Lead>
      <OpenSection aria-label={t('session.title')}>
        <Timeline steps={steps} />
      </OpenSection>
    </div>
  );
}
