import { useTranslation } from 'react-i18next';
import { Note } from '../../../components/feedback/Note.tsx';
import { Figure, FigureLabel } from '../../../components/figure/Figure.tsx';
import { Timeline } from '../../../components/figure/Timeline.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { Lead, Num } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { useVisit } from '../../../pageData.tsx';
import { Connection } from '../live/Connection.tsx';
import { Below, Cost, LiveHead, OpenSection } from '../Session.styles.ts';
import { Values } from './Values.tsx';
import type { ViewProps } from './viewProps.ts';

/** Charging is over, and whoever runs the station sends the last value hours later: nothing is left to wait for here. */
export function Awaiting({ session, live, awaitedSince }: Omit<ViewProps<'stopping'>, 'announce'> & { awaitedSince: string }) {
  const { t } = useTranslation();
  const { client } = useVisit();
  const { place, values } = session;
  const format = useFormat(place);
  const cost = format.money(values.cost.amountMinor, values.cost.currency);
  return (
    <div>
      <TabTitle title={`${cost} · ${t('session.awaiting')}`} />
      <Connection failures={live.failures} askNow={live.askNow} />
      <LiveHead>
        <h1 tabIndex={-1}>{t('session.awaiting')}</h1>
      </LiveHead>
      <Below>
        <Lead>
          {t('session.unplug')} {t('session.awaiting.text')}
        </Lead>
      </Below>
      <Cost>
        <FigureLabel>{t('session.cost')}</FigureLabel>
        <Figure>{cost}</Figure>
      </Cost>
      <Values values={{ ...values, powerW: 0 }} place={place} until={awaitedSince} />
      <OpenSection aria-label={t('session.title')}>
        <Timeline
          steps={[
            { state: 'done', text: t('session.awaiting'), amount: <Num>{format.time(awaitedSince)}</Num> },
            { state: 'now', text: t('session.finishing.bill') },
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
