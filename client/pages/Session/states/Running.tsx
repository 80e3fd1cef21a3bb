import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../components/figure/Chart.tsx';
import { Figure, FigureLabel } from '../../../components/figure/Figure.tsx';
import { HoldMeter } from '../../../components/figure/HoldMeter.tsx';
import { Columns } from '../../../components/layout/Columns.tsx';
import { TabTitle } from '../../../components/layout/PageHead.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { StopButton } from '../actions/StopButton.tsx';
import { useStop } from '../actions/useStop.ts';
import { AgreedPrices, ContractDetails } from '../details/ContractDetails.tsx';
import { WithdrawalLink } from '../details/WithdrawalLink.tsx';
import { GoalRow } from '../goal/GoalRow.tsx';
import { Connection } from '../live/Connection.tsx';
import { LaterContext } from '../live/useDeferredParts.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { CostParts } from '../money/CostParts.tsx';
import { CurrentPrice } from '../money/CurrentPrice.tsx';
import { Cost, LiveHead } from '../parts/Session.styles.ts';
import { Values } from '../parts/Values.tsx';
import { BatteryLevel } from './BatteryLevel.tsx';
import { RunningFacts } from './RunningFacts.tsx';
import { RunningNotes } from './RunningNotes.tsx';

/** Shown while the vehicle is charging, or is connected without drawing power. */
export function Running({ session, live, announce }: ViewProps<'running' | 'paused'>) {
  const { t } = useTranslation();
  const later = use(LaterContext);
  const { place, values, hold, sessionId, progress } = session;
  const format = useFormat(place);
  const stop = useStop({ sessionId, live });
  const cost = format.money(values.cost.amountMinor, values.cost.currency);
  const state = t(`session.${session.kind}`);
  return (
    <Columns
      aside={<RunningFacts session={session} />}
      bar={
        sessionId !== null && <StopButton session={session} sessionId={sessionId} live={live} stop={stop} announce={announce} />
      }
    >
      <TabTitle title={`${cost} · ${state}`} />
      {/* Hidden while a stop request is stored, because its text already says that there is no connection. */}
      {stop.state !== 'kept' && <Connection failures={live.failures} pollNow={live.pollNow} />}
      <LiveHead>
        <h1 tabIndex={-1}>
          <Icon name={session.kind === 'running' ? 'zap' : 'clock'} />
          {state}
        </h1>
        <p>{t('common.updatedAt', { time: format.time(session.asOf) })}</p>
      </LiveHead>
      <Cost>
        <FigureLabel>{t('session.cost')}</FigureLabel>
        <Figure>{cost}</Figure>
        {hold && <HoldMeter spent={values.cost} hold={hold} place={place} limitAt={progress?.limitAt ?? null} />}
        {progress?.price && <CurrentPrice price={progress.price} currency={values.cost.currency} place={place} />}
        {hold ? <AgreedPrices session={session} contract={live.contract} /> : <p>{t('tariff.free')}</p>}
      </Cost>
      <RunningNotes session={session} />
      <Values values={values} place={place} until={session.asOf}>
        {values.battery && <BatteryLevel battery={values.battery} place={place} until={session.asOf} />}
        {progress && <CostParts parts={progress.parts} cost={values.cost} place={place} />}
      </Values>
      <GoalRow session={session} live={live} />
      {later && <later.PushRow sessionId={sessionId} />}
      <Chart values={values} place={place} until={session.asOf} />
      <ContractDetails session={session} contract={live.contract}>
        <WithdrawalLink session={session} />
      </ContractDetails>
    </Columns>
  );
}
