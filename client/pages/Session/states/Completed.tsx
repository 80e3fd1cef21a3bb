import { useTranslation } from 'react-i18next';
import { fillPath, PATHS } from '../../../../shared/charging/paths.ts';
import { type Receipt, shownMinor } from '../../../../shared/charging/receipt.ts';
import type { EndReason } from '../../../../shared/charging/session.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { Columns } from '../../../components/layout/Columns.tsx';
import { PageHead } from '../../../components/layout/PageHead.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { usePage } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { CableNote } from '../cable/CableNote.tsx';
import { ContractDetails } from '../details/ContractDetails.tsx';
import { RememberButton } from '../details/RememberButton.tsx';
import { SessionDetails } from '../details/SessionDetails.tsx';
import { WithdrawalLink } from '../details/WithdrawalLink.tsx';
import { useGoalWords } from '../goal/useGoalTexts.ts';
import { Connection } from '../live/Connection.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { CalibrationData } from '../money/CalibrationData.tsx';
import { HoldTimeline } from '../money/HoldTimeline.tsx';
import { Paid, Preliminary } from '../money/Paid.tsx';
import { ReceiptDownload } from '../money/ReceiptDownload.tsx';
import { WatchedPrice } from '../money/WatchedPrice.tsx';
import { Advice, NextLink, Notes, OnScreen } from '../parts/Session.styles.ts';

/** A session that has ended: the payment, the documents, and the steps of the hold. */
export function Completed({ session, live }: ViewProps<'completed'>) {
  const { t } = useTranslation();
  const { receipt } = live;
  const billed = receipt?.isBilled ? receipt : null;
  const { currency, amountMinor } = session.values.cost;
  const cost = useFormat(session.place).money(billed ? shownMinor(billed) : amountMinor, currency);
  return (
    <Columns aside={<Aside session={session} live={live} />}>
      <Connection failures={live.failures} pollNow={live.pollNow} />
      {session.cable && <CableNote cable={session.cable} live={live} />}
      <PageHead title={t('session.completed')} tabTitle={`${cost} · ${t('session.completed')}`}>
        {!session.cable && (
          <Advice>
            <Icon name="plug-zap" />
            {t('session.unplug')}
          </Advice>
        )}
      </PageHead>
      <EndNote session={session} />
      {billed ? <Paid receipt={billed} /> : <Unbilled session={session} receipt={receipt} />}
      {billed && <ReceiptDownload receipt={billed} />}
      {billed && <CalibrationData receipt={billed} />}
    </Columns>
  );
}

/**
 * Shown while there is no bill: the price, or the preliminary values. The read-only page of the watch link never has a receipt,
 * but gets the final price.
 */
function Unbilled({ session, receipt }: Pick<ViewProps<'completed'>, 'session'> & { receipt: Receipt | null }) {
  const isFinal = session.sessionId === null && session.isBilled;
  return isFinal ? <WatchedPrice session={session} /> : <Preliminary session={session} receipt={receipt} />;
}

/** Says why charging has ended, if the app or staff ended it. */
function EndNote({ session: { hold, endedBy, goal, place, values } }: Pick<ViewProps<'completed'>, 'session'>) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const goalWords = useGoalWords(place, values.cost.currency);
  if (!endedBy) return null;
  const reasons: Readonly<Record<EndReason, string>> = {
    limit: hold ? t('session.limitReached', { amount: format.money(hold.amountMinor, hold.currency) }) : '',
    unreported: hold ? t('session.limitPossible', { amount: format.money(hold.amountMinor, hold.currency) }) : '',
    goal: goal ? goalWords.reached(goal) : '',
    'hold-expiry': t('session.holdOver'),
    operator: t('session.stoppedByOperator'),
  };
  if (reasons[endedBy] === '') return null;
  return (
    <Notes>
      <Note variant="info" icon="info">
        <p>
          <b>{reasons[endedBy]}</b>
        </p>
        {endedBy !== 'operator' && <p>{t('session.limitReached.text')}</p>}
      </Note>
    </Notes>
  );
}

function Aside({ session, live }: Pick<ViewProps<'completed'>, 'session' | 'live'>) {
  const { t } = useTranslation();
  const { clientId = '' } = usePage().params;
  const { receipt, contract } = live;
  const { evseId, plug } = session.place;
  return (
    <>
      {receipt && <HoldTimeline session={session} receipt={receipt} />}
      <SessionDetails session={session} receipt={receipt} />
      <ContractDetails session={session} contract={contract}>
        <WithdrawalLink session={session} />
      </ContractDetails>
      {session.sessionId !== null && (
        <OnScreen>
          <NextLink to={`${fillPath(PATHS.payment, { clientId, evseId })}?${new URLSearchParams({ plug: plug.id })}`}>
            <Icon name="rotate-cw" />
            {t('session.next')}
          </NextLink>
          <RememberButton session={session} />
        </OnScreen>
      )}
    </>
  );
}
