import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { iso } from '../../../../shared/model/time.ts';
import { ActRows } from '../../../components/control/ActRows.ts';
import { idleSince, readingsOf } from '../../../components/figure/chartScale.ts';
import { Hatches } from '../../../components/figure/Hatches.tsx';
import { PowerChart } from '../../../components/figure/PowerChart.tsx';
import { Columns } from '../../../components/layout/Columns.tsx';
import { BOLD, RichText, withoutTags } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { StopButton } from '../actions/StopButton.tsx';
import { useStop } from '../actions/useStop.ts';
import { WithdrawalLink } from '../details/WithdrawalLink.tsx';
import { GoalRow } from '../goal/GoalRow.tsx';
import { Connection } from '../live/Connection.tsx';
import { LaterContext } from '../live/useDeferredParts.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { CostSoFar } from '../money/CostSoFar.tsx';
import { type ChargeEnd, chargeEndOf, useChargeEndWords } from '../money/chargeEnd.ts';
import { useMainFigure } from '../money/useMainFigure.ts';
import { Power } from '../parts/Session.styles.ts';
import { SessionHead } from '../parts/SessionHead.tsx';
import { Values } from '../parts/Values.tsx';
import { BatteryLevel, FaultRow, FeeForecast, SessionFolds } from './laterFolds.ts';
import { PauseNote } from './PauseNote.tsx';
import { RunningNotes } from './RunningNotes.tsx';

/** Shown while the vehicle is charging, or is connected without drawing power. */
export function Running({ session, live, announce }: ViewProps<'running' | 'paused'>) {
  const { t } = useTranslation();
  const later = use(LaterContext);
  const { place, values, sessionId, blocking, asOf } = session;
  const format = useFormat(place);
  const main = useMainFigure(session);
  const stop = useStop({ sessionId, live });
  const state = t(`session.${session.kind}`);
  const isPaused = session.kind === 'paused';
  const end = chargeEndOf(session);
  const since = isPaused ? (idleSince(readingsOf(values, asOf)) ?? Date.parse(asOf)) : null;
  return (
    <Columns
      aside={
        <>
          <ActRows>
            <GoalRow session={session} live={live} />
            {later && <later.PushRow sessionId={sessionId} />}
            {sessionId !== null && (
              <FaultRow clientId={place.clientId} evseId={place.evseId} plug={place.plug.id} question="wrong" />
            )}
          </ActRows>
          <SessionFolds session={session} live={live} />
          <WithdrawalLink session={session} />
        </>
      }
      bar={
        sessionId !== null && <StopButton session={session} sessionId={sessionId} live={live} stop={stop} announce={announce} />
      }
    >
      <Hatches />
      {/* Hidden while a stop request is stored, because its text already says that there is no connection. */}
      {stop.state !== 'kept' && <Connection failures={live.failures} pollNow={live.pollNow} />}
      <SessionHead
        place={place}
        title={state}
        tabTitle={`${main.title} · ${state}`}
        icon={isPaused ? 'circle-pause' : 'zap'}
        tone={isPaused ? 'warning' : undefined}
        time={t('session.asOf', { time: format.time(asOf) })}
      />
      {session.kind === 'paused' && since !== null && <PauseNote session={session} since={format.time(iso(since))} />}
      <CostSoFar session={session} end={end} />
      <Power>
        <Values values={values} place={place} until={asOf} isFree={!session.hold} />
        <Chart session={session} end={end} since={since} isStale={live.failures > 0} />
      </Power>
      {values.battery && (
        <BatteryLevel
          battery={values.battery}
          goal={session.progress?.goal ?? null}
          place={place}
          until={asOf}
          isCharging={!isPaused && values.powerW > 0}
          end={end}
        />
      )}
      {session.kind === 'paused' && since !== null && blocking && since < Date.parse(blocking.fromAt) && !blocking.isRunning && (
        <FeeForecast session={session} fee={blocking} sinceMs={since} />
      )}
      <RunningNotes session={session} />
    </Columns>
  );
}

interface ChartProps extends Pick<ViewProps<'running' | 'paused'>, 'session'> {
  end: ChargeEnd | null;
  /** Time since when no power flows, in milliseconds since the epoch. Null: the session is not paused. */
  since: number | null;
  isStale: boolean;
}

function Chart({ session, end, since, isStale }: ChartProps) {
  const { t } = useTranslation();
  const { values, place, asOf } = session;
  const format = useFormat(place);
  const words = useChargeEndWords(session);
  const endWords = end ? words.axis(end) : format.time(asOf);
  const label = since === null ? endWords : t('chart.pause', { time: format.time(iso(since)) });
  return (
    <PowerChart
      values={values}
      place={place}
      until={asOf}
      expectedEnd={end?.at ?? null}
      endLabel={<RichText text={label} tags={BOLD} />}
      endSentence={end || since !== null ? withoutTags(label) : ''}
      state={since === null ? 'charging' : 'paused'}
      isStale={isStale}
    />
  );
}
