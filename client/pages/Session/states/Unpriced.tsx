import { useTranslation } from 'react-i18next';
import { Note } from '../../../components/feedback/Note.tsx';
import { Stats } from '../../../components/figure/Stats.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { PlugState } from '../cable/PlugState.tsx';
import { LocationPlate } from '../details/LocationPlate.tsx';
import { Connection } from '../live/Connection.tsx';
import { cableWords } from '../live/cableTexts.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { After, Below, Notes } from '../parts/Session.styles.ts';
import { SessionHead } from '../parts/SessionHead.tsx';
import { LeaveNote } from './Stopping.tsx';

/**
 * Shown while the price cannot be calculated. Says first if the cable is free, then that nothing is charged, then the known
 * values.
 */
export function Unpriced({ session, live }: Omit<ViewProps<'unpriced'>, 'announce'>) {
  const { t } = useTranslation();
  const { place, hold, startedAt, until, energyWh, hasEnded, cable } = session;
  const format = useFormat(place);
  const stats = [
    { label: t('session.energy'), value: format.energy(energyWh, 2) },
    { label: t('session.duration'), value: format.durationBetween(startedAt, until) },
    ...(hold ? [{ label: t('session.reservation'), value: format.money(hold.amountMinor, hold.currency) }] : []),
  ];
  return (
    <div aria-busy={!hasEnded}>
      <Connection failures={live.failures} pollNow={live.pollNow} />
      {hasEnded ? (
        <>
          <TabTitle title={t('session.unpriced')} />
          <PlugState cable={cable} live={live} words={cable && cableWords(cable)} />
        </>
      ) : (
        <SessionHead place={place} title={t('session.finishing')} tabTitle={t('session.unpriced')} icon="busy" />
      )}
      <Below>
        <Notes>
          <Note variant="info" icon="clock">
            <p>
              <b>{t('session.unpriced')}</b>
            </p>
            <p>{t('session.unpriced.text')}</p>
          </Note>
        </Notes>
      </Below>
      <Stats stats={stats} />
      <After>
        <LeaveNote session={session} />
      </After>
      <Section>
        <LocationPlate place={place} number={place.plug.number} />
      </Section>
    </div>
  );
}
