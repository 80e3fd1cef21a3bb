import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../components/control/Button.tsx';
import { Timeline, type TimelineStep } from '../../../components/figure/Timeline.tsx';
import { Num, Small } from '../../../components/text/Text.tsx';
import { useVisit } from '../../../core/pageData.tsx';
import { printedPhone, telephone } from '../../../core/telephone.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import { PlugState } from '../cable/PlugState.tsx';
import { type CableWords, plugWords } from '../live/cableTexts.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { OpenSection } from '../parts/Session.styles.ts';
import { Awaiting } from './Awaiting.tsx';
import { LeaveNote, Stopping } from './Stopping.tsx';
import { StopRefused } from './StopRefused.tsx';

/**
 * Shown after a stop while the last meter value is missing. Says first if the cable is free, then what happens to the payment.
 */
export function Finishing({ session, live }: ViewProps<'stopping'>) {
  const { t } = useTranslation();
  const { stoppedAt, hasEnded, cable } = session;
  if (session.awaitedSince !== undefined) return <Awaiting session={session} live={live} awaitedSince={session.awaitedSince} />;
  if (session.isStopRefused) return <StopRefused session={session} live={live} />;
  const words = wordsOf(session);
  const heading = hasEnded
    ? { title: t(words.title), head: <PlugState cable={cable} live={live} words={words} /> }
    : { title: t('session.finishing'), lead: t('session.finishing.text') };
  return (
    <Stopping session={session} live={live} {...heading} until={stoppedAt} isBusy={true}>
      <OpenSection aria-label={t('session.title')}>
        <Steps session={session} />
      </OpenSection>
      {cable?.isLocked && <StuckHelp />}
      <LeaveNote session={session} />
    </Stopping>
  );
}

/** Returns the headline. Free charging has no price to wait for. */
function wordsOf({ cable, hold }: ViewProps<'stopping'>['session']): CableWords {
  const words = plugWords(cable);
  return !hold && cable?.isLocked === false ? { ...words, text: null } : words;
}

/** The steps of a stop, each of them done, in progress or to come. */
function Steps({ session: { stoppedAt, hasEnded, cable, place, hold } }: Pick<ViewProps<'stopping'>, 'session'>) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const isFree = cable ? !cable.isLocked : true;
  const later = hasEnded && isFree ? 'now' : 'later';
  const plug: TimelineStep[] = cable ? [{ state: isFree ? 'done' : 'now', text: t('session.finishing.plug') }] : [];
  const ended: TimelineStep = hasEnded
    ? { state: 'done', text: t('session.finishing.ended'), amount: <Num>{format.time(stoppedAt)}</Num> }
    : { state: 'now', text: t('session.finishing.ended') };
  return (
    <Timeline
      steps={[
        ended,
        ...plug,
        { state: later, text: t('session.finishing.meter') },
        ...(hold ? [{ state: 'later', text: t('session.finishing.bill') } as const] : []),
      ]}
    />
  );
}

/** A telephone number for drivers whose cable is stuck. */
function StuckHelp() {
  const { t } = useTranslation();
  const { client } = useVisit();
  if (!client.supportPhone) return null;
  return (
    <Small>
      {t('session.finishing.stuck')}{' '}
      <TextLink href={telephone(client.supportPhone)}>{t('footer.help', { phone: printedPhone(client.supportPhone) })}</TextLink>
    </Small>
  );
}
