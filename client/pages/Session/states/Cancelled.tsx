import { useTranslation } from 'react-i18next';
import { pathTo } from '../../../../shared/charging/paths.ts';
import type { CancelReason } from '../../../../shared/charging/session.ts';
import { AppLink } from '../../../components/control/AppLink.tsx';
import { ButtonLink } from '../../../components/control/Button.tsx';
import { Figure, FigureLabel } from '../../../components/figure/Figure.tsx';
import { Columns, Section } from '../../../components/layout/Columns.tsx';
import { PageHead } from '../../../components/layout/PageHead.tsx';
import { usePage, useVisit } from '../../../core/pageData.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { ContractDetails } from '../details/ContractDetails.tsx';
import { LocationPlate } from '../details/LocationPlate.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { HoldTimeline } from '../money/HoldTimeline.tsx';
import { Cost } from '../parts/Session.styles.ts';
import { OtherPlugs } from './OtherPlugs.tsx';

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
  const { locale, client } = useVisit();
  const { clientId = '' } = usePage().params;
  const { place, hold, why } = session;
  const { evseId, plug } = place;
  const format = useFormat(place);
  const { title, advice } = REASONS[why];
  const isReleased = live.receipt?.timeline.some(({ kind, at }) => kind === 'released' && at !== null) ?? false;
  const lead = [t('session.nothingCharged'), isReleased && t('session.allReleased'), advice && t(advice)]
    .filter(Boolean)
    .join(' ');
  const again = `${pathTo('payment', { locale, clientId, evseId })}?${new URLSearchParams({ plug: plug.id })}`;
  return (
    <Columns
      bar={
        session.sessionId !== null && (
          <ButtonLink as={AppLink} $variant="primary" to={again}>
            {t('common.tryAgain')}
          </ButtonLink>
        )
      }
    >
      <PageHead title={t(title)} lead={lead} />
      <Cost>
        <FigureLabel>{t('holdTimeline.charged')}</FigureLabel>
        <Figure>{format.money(0, hold?.currency ?? client.currency)}</Figure>
      </Cost>
      {live.receipt && <HoldTimeline session={session} receipt={live.receipt} />}
      {session.sessionId !== null && <OtherPlugs session={session} live={live} />}
      <Section>
        <LocationPlate place={place} number={plug.number} />
      </Section>
      <ContractDetails session={session} contract={live.contract} />
    </Columns>
  );
}
