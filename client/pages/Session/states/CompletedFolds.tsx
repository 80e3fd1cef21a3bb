import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../../shared/charging/receipt.ts';
import { PowerChart } from '../../../components/figure/PowerChart.tsx';
import { PowerTable } from '../../../components/figure/PowerTable.tsx';
import { Fold, Folds } from '../../../components/layout/Folds.tsx';
import { BillLines } from '../../../components/receipt/BillLines.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { ContractDetails } from '../details/ContractDetails.tsx';
import { SessionDetails } from '../details/SessionDetails.tsx';
import { SessionNumber } from '../details/SessionNumber.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { HoldTimeline } from '../money/HoldTimeline.tsx';
import { VerdictFold } from '../money/VerdictFold.tsx';

/** What a driver may want to check after charging: the bill, its lines, the power curve, the payment and all details. */
export function CompletedFolds({ session, live }: Pick<ViewProps<'completed'>, 'session' | 'live'>) {
  const { t } = useTranslation();
  const { receipt, contract } = live;
  const billed = receipt?.isBilled ? receipt : null;
  return (
    <Folds>
      {billed && <VerdictFold receipt={billed} />}
      {billed && session.hold && <BillFold receipt={billed} />}
      <PowerFold session={session} />
      {receipt && receipt.timeline.length > 0 && (
        <Fold title={t('holdTimeline.title')}>
          <HoldTimeline session={session} receipt={receipt} />
        </Fold>
      )}
      <Fold title={t('session.details')} value={<SessionNumber number={session.number} />}>
        <SessionDetails session={session} receipt={receipt} />
        <ContractDetails session={session} contract={contract} />
      </Fold>
    </Folds>
  );
}

function BillFold({ receipt: { lines, currency, totalMinor, vat, country, found } }: { receipt: Receipt }) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  const formatLocation = { country, timeZone: found.timeZone };
  return (
    <Fold title={t('session.price')} value={lines.length > 1 && t('session.partsCount', { count: lines.length })}>
      <BillLines currency={currency} lines={lines} totalMinor={totalMinor} vat={vat} place={formatLocation} />
    </Fold>
  );
}

function PowerFold({ session: { values, place, endedAt } }: Pick<ViewProps<'completed'>, 'session'>) {
  const { t } = useTranslation();
  const format = useFormat(place);
  if (values.curve.length < 2) return null;
  const ended = { ...values, powerW: 0 };
  const peakW = Math.max(...values.curve.map(({ powerW }) => powerW));
  return (
    <Fold title={t('session.history')} value={t('session.upTo', { power: format.power(peakW) })}>
      <PowerChart values={ended} place={place} until={endedAt} endLabel={format.time(endedAt)} state="ended" />
      <PowerTable values={ended} place={place} until={endedAt} />
    </Fold>
  );
}
