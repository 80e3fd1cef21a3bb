import { useTranslation } from 'react-i18next';
import { pathToPlug } from '../../../../shared/charging/paths.ts';
import { shownMinor } from '../../../../shared/charging/receipt.ts';
import type { EndReason } from '../../../../shared/charging/session.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { Columns } from '../../../components/layout/Columns.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { printedPhone, telephone } from '../../../core/telephone.ts';
import { useFormat } from '../../../hooks/useFormat.ts';
import { CableNote } from '../cable/CableNote.tsx';
import { RememberButton } from '../details/RememberButton.tsx';
import { WithdrawalLink } from '../details/WithdrawalLink.tsx';
import { useGoalWords } from '../goal/useGoalTexts.ts';
import { Connection } from '../live/Connection.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { AmountPaid } from '../money/AmountPaid.tsx';
import { ReceiptAwaited, ReceiptDownload } from '../money/ReceiptDownload.tsx';
import { useMainFigure } from '../money/useMainFigure.ts';
import { NextLink, Notes, OnScreen } from '../parts/Session.styles.ts';
import { SessionHead } from '../parts/SessionHead.tsx';
import { CompletedFolds } from './laterFolds.ts';

/** A session that has ended: the plug, the payment, the receipt, and everything else folded. */
export function Completed({ session, live }: ViewProps<'completed'>) {
  const { t } = useTranslation();
  const { place, values, cable, endedAt, sessionId, hold } = session;
  const { receipt } = live;
  const format = useFormat(place);
  const main = useMainFigure(session);
  const cost = hold && receipt?.isBilled ? format.money(shownMinor(receipt), values.cost.currency) : main.title;
  const plugWords = cable ? 'session.plugFree' : 'session.unplug';
  return (
    <Columns>
      <Connection failures={live.failures} pollNow={live.pollNow} />
      {cable?.isLocked && <CableNote cable={cable} live={live} />}
      <SessionHead
        place={place}
        title={t('session.completed')}
        tabTitle={`${cost} · ${t('session.completed')}`}
        icon="circle-check"
        time={format.time(endedAt)}
      >
        {!cable?.isLocked && t(plugWords)}
      </SessionHead>
      <EndNote session={session} />
      <AmountPaid session={session} receipt={receipt} />
      {sessionId !== null && receipt && <ReceiptDownload receipt={receipt} />}
      {sessionId !== null && !receipt && hold && <ReceiptAwaited />}
      <CompletedFolds session={session} live={live} />
      {sessionId !== null && <Further session={session} />}
    </Columns>
  );
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
        <p>{reasons[endedBy]}</p>
      </Note>
    </Notes>
  );
}

/** Whom to call, and links to charge again, to save the session on this device and to withdraw from the contract. */
function Further({ session }: Pick<ViewProps<'completed'>, 'session'>) {
  const { t } = useTranslation();
  const { locale, client } = useVisit();
  const { supportPhone } = client;
  const { clientId = '' } = usePage().params;
  const { evseId, plug } = session.place;
  return (
    <OnScreen>
      {supportPhone && (
        <Small>
          {t('session.wrong')} <a href={telephone(supportPhone)}>{printedPhone(supportPhone)}</a>
        </Small>
      )}
      <NextLink to={pathToPlug({ locale, clientId, evseId, plug: plug.id })}>
        <Icon name="rotate-cw" />
        {t('session.next')}
      </NextLink>
      <RememberButton session={session} />
      <WithdrawalLink session={session} />
    </OnScreen>
  );
}
