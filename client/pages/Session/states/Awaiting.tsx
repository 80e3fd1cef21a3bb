import { useTranslation } from 'react-i18next';
import { Timeline } from '../../../components/figure/Timeline.tsx';
import { Num } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { PlugState } from '../cable/PlugState.tsx';
import { plugWords } from '../live/cableTexts.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { OpenSection } from '../parts/Session.styles.ts';
import { LeaveNote, Stopping } from './Stopping.tsx';

/** Shown if charging has ended, but the CPO sends the last meter value only hours later. Tells the driver not to wait. */
export function Awaiting({ session, live, awaitedSince }: Omit<ViewProps<'stopping'>, 'announce'> & { awaitedSince: string }) {
  const { t } = useTranslation();
  const format = useFormat(session.place);
  const title = t('session.awaiting');
  const head = <PlugState cable={session.cable} live={live} />;
  return (
    <Stopping
      session={session}
      live={live}
      title={t(plugWords(session.cable).title)}
      head={head}
      lead={t('session.awaiting.text')}
      until={awaitedSince}
    >
      <OpenSection aria-label={t('session.title')}>
        <Timeline
          steps={[
            { state: 'done', text: title, amount: <Num>{format.time(awaitedSince)}</Num> },
            { state: 'now', text: t('session.finishing.bill') },
          ]}
        />
      </OpenSection>
      <LeaveNote session={session} />
    </Stopping>
  );
}
