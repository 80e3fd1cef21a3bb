import { useTranslation } from 'react-i18next';
import { Note } from '../../../components/feedback/Note.tsx';
import { Spinner } from '../../../components/feedback/Spinner.tsx';
import { Figure, FigureLabel } from '../../../components/figure/Figure.tsx';
import { Timeline } from '../../../components/figure/Timeline.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { Lead, Num } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { useVisit } from '../../../pageData.tsx';
import { Connection } from '../live/Connection.tsx';
import { Below, Cost, LiveHead, OpenSection } from '../Session.styles.ts';
import { Awaiting } from './Awaiting.tsx';
import { StopRefused } from './StopRefused.tsx';
import { Values } from './Values.tsx';
import type { ViewProps } from './viewProps.ts';

/** Stopped; the last meter value is still under way. */
export function Finishing({ session, live }: ViewProps<'stopping'>) {
  const { t } = useTranslation();
  const { client } = useVisit();
  const { place, values, stoppedAt } = session;
  const format = useFormat(place);
  const cost = format.money(values.cost.amountMinor, values.cost.currency);
  if (session.awaitedSince !== undefined) return <Awaiting session={session} live={live} awaitedSince={session.awaitedSince} />;
  if (session.isStopRefused) return <StopRefused session={session} live={live} />;
  return (
    <div aria-busy="true">
      <TabTitle title={`${cost} · ${t('session.finishing')}`} />
      <Connection failures={live.failures} askNow={live.askNow} />
      <LiveHead>
        <h1 tabIndex={-1}>
          <Spinner />
          {t('session.finishing')}
        </h1>
      </LiveHead>
      <Below>
        <Lead>{t('session.finishing.text')}</Lead>
      </Below>
      <Cost>
        <FigureLabel>{t('session.cost')}</FigureLabel>
        <Figure>{cost}</Figure>
      </Cost>
      {/* The curve of a confirmed stop ends here, whatever the meter said last. */}
      <Values values={{ ...values, powerW: 0 }} place={place} until={stoppedAt} />
      <OpenSection aria-label={t('session.title')}>
        <Timeline
          steps={[
            { state: 'done', text: t('session.finishing.confirmed'), amount: <Num>{format.time(stoppedAt)}</Num> },
            { state: 'now', text: t('session.finishing.meter') },
            { state: 'later', text: t('session.finishing.bill') },
          ]}
        />
      </OpenSection>
      {session.sessionId !== null && (
        <Note look="info" icon="info">
          <p>{t(client.emailRequired ? 'session.finishing.leave' : 'session.finishing.leaveLink')}</p>
        </Note>
      )}
    </div>
  );
}
