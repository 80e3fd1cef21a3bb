import { useTranslation } from 'react-i18next';
import type { HoldStep, Receipt } from '../../../../shared/charging/receipt.ts';
import { MINUTE_MS } from '../../../../shared/model/time.ts';
import { Timeline } from '../../../components/figure/Timeline.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { Below } from '../parts/Session.styles.ts';
import { BankNote } from './BankNote.tsx';

interface HoldTimelineProps {
  session: ViewProps<'completed' | 'cancelled'>['session'];
  receipt: Receipt;
}

/** The steps of the payment: held, charged, released. A note says how long the bank may still show the hold. */
export function HoldTimeline({ session, receipt }: HoldTimelineProps) {
  const { t } = useTranslation();
  const format = useFormat(session.place);
  const { timeline, currency, isBilled, settlement } = receipt;
  const firstOpen = timeline.find(({ at }) => at === null);
  // The charged and the released amount are unknown until the bill is settled. If the session was cancelled, the whole hold is
  // released.
  const isKnown = (isBilled && settlement !== 'open') || session.kind === 'cancelled';
  const noteOf = ({ kind, at }: HoldStep, isNext: boolean) => {
    if (at !== null) return kind === 'released' ? `${format.dateTime(at)}. ${t('holdTimeline.bank.text')}` : format.dateTime(at);
    return isNext && t(waitingKey(session, isBilled));
  };
  return (
    <>
      <Timeline
        steps={timeline.map(step => ({
          state: step.at === null ? 'later' : 'done',
          text: t(textKey(step)),
          amount: (isKnown || step.at !== null) && format.money(step.amountMinor, currency),
          note: noteOf(step, step === firstOpen),
        }))}
      />
      {timeline.some(({ kind, at }) => kind === 'released' && at !== null) && (
        <Below>
          <BankNote number={session.number} />
        </Below>
      )}
    </>
  );
}

const textKey = ({ kind, amountMinor, at }: HoldStep): string =>
  kind === 'charged' && amountMinor === 0 && at !== null ? 'holdTimeline.nothingCharged' : `holdTimeline.${kind}`;

/** A release usually takes seconds. After this time, the text says that the release is delayed. */
const LONG_MS = 10 * MINUTE_MS;

function waitingKey(session: HoldTimelineProps['session'], isBilled: boolean): string {
  const isLong = Date.parse(session.asOf) - Date.parse(session.endedAt) > LONG_MS;
  if (session.kind === 'cancelled') return isLong ? 'holdTimeline.delayed' : 'holdTimeline.open';
  return isBilled ? 'holdTimeline.open' : 'holdTimeline.open.text';
}
