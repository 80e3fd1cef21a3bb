import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { pathToPlug } from '../../../../shared/charging/paths.ts';
import type { Receipt } from '../../../../shared/charging/receipt.ts';
import type { CancelReason } from '../../../../shared/charging/session.ts';
import { ActRows } from '../../../components/control/ActRows.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { ButtonLink } from '../../../components/control/Button.tsx';
import { Columns } from '../../../components/layout/Columns.tsx';
import { Fold, Folds } from '../../../components/layout/Folds.tsx';
import { Icon } from '../../../components/text/Icon.tsx';
import { Lead, Num, RichText } from '../../../components/text/Text.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { LocationPlate } from '../details/LocationPlate.tsx';
import { SessionNumber } from '../details/SessionNumber.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { SessionHead } from '../parts/SessionHead.tsx';
import { ContractDetails, FaultRow, HoldTimeline } from './laterFolds.ts';
import { LaterOtherPlugs } from './laterOtherPlugs.ts';

interface ReasonTexts {
  title: string;
  advice?: string;
}

const REASONS: Readonly<Record<CancelReason, ReasonTexts>> = {
  cancelled: { title: 'session.cancelled' },
  'never-started': { title: 'session.neverStarted' },
  refused: { title: 'session.refused', advice: 'session.refused.text' },
  'plug-taken': { title: 'session.plugTaken', advice: 'session.plugTaken.text' },
  'small-sessions': { title: 'session.smallSessions', advice: 'session.smallSessions.text' },
  'payment-cancelled': { title: 'session.paymentCancelled' },
  'payment-expired': { title: 'session.paymentExpired' },
  'payment-failed': { title: 'session.paymentFailed' },
};

/** A cancelled session. Says that nothing was charged and what happens to the hold, which is what drivers ask first. */
export function Cancelled({ session, live }: ViewProps<'cancelled'>) {
  const { t } = useTranslation();
  const { locale } = useVisit();
  const { clientId = '' } = usePage().params;
  const { place, why, endedAt, sessionId } = session;
  const format = useFormat(place);
  const { title, advice } = REASONS[why];
  const again = pathToPlug({ locale, clientId, evseId: place.evseId, plug: place.plug.id });
  return (
    <Columns>
      <SessionHead place={place} title={t(title)} tone="warning" time={format.time(endedAt)} />
      <NothingCharged session={session} receipt={live.receipt} />
      {advice && <Lead>{t(advice)}</Lead>}
      {sessionId !== null && (
        <Again>
          <ButtonLink as={AppLink} $variant="primary" to={again}>
            <Icon name="rotate-cw" />
            {t('common.tryAgain')}
          </ButtonLink>
        </Again>
      )}
      {sessionId !== null && LaterOtherPlugs.isLoaded() && <LaterOtherPlugs.component tried={place} first={live.alternatives} />}
      {sessionId !== null && (
        <ActRows>
          <FaultRow clientId={clientId} evseId={place.evseId} plug={place.plug.id} question="damaged" />
        </ActRows>
      )}
      <Folds>
        {live.receipt && live.receipt.timeline.length > 0 && (
          <Fold title={t('holdTimeline.title')}>
            <HoldTimeline session={session} receipt={live.receipt} />
          </Fold>
        )}
        <Fold title={t('session.details')} value={<SessionNumber number={session.number} />}>
          <LocationPlate place={place} number={place.plug.number} />
          <ContractDetails session={session} contract={live.contract} />
        </Fold>
      </Folds>
    </Columns>
  );
}

function NothingCharged({ session, receipt }: Pick<ViewProps<'cancelled'>, 'session'> & { receipt: Receipt | null }) {
  const { t } = useTranslation();
  const format = useFormat(session.place);
  const released = receipt?.timeline.find(({ kind, at }) => kind === 'released' && at !== null);
  return (
    <Calm>
      <Icon name="circle-check" />
      <p>
        <b>{t('session.nothingCharged')}</b>{' '}
        {receipt && released && (
          <RichText
            text={t('session.released', { amount: format.money(released.amountMinor, receipt.currency) })}
            tags={{ b: inner => <Num as="b">{inner}</Num> }}
          />
        )}
      </p>
    </Calm>
  );
}

const Calm = styled.div`
  display: flex;
  gap: var(--s3);
  margin-bottom: var(--s4);
  padding: var(--s4);
  border-radius: var(--radius-lg);
  background: var(--success-tint);
  line-height: 1.4;
  svg {
    flex: none;
    color: var(--success);
  }
  @media (forced-colors: active) {
    border: 1px solid CanvasText;
  }
`;

const Again = styled.div`
  padding-block: var(--s3) var(--s6);
`;
