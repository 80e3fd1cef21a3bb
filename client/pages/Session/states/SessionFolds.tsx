import { useTranslation } from 'react-i18next';
import { PowerTable } from '../../../components/figure/PowerTable.tsx';
import { Fold, Folds } from '../../../components/layout/Folds.tsx';
import { Stack } from '../../../components/layout/Stack.ts';
import { Rows } from '../../../components/text/Rows.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { ContractDetails } from '../details/ContractDetails.tsx';
import { CopyLink } from '../details/CopyLink.tsx';
import { RememberButton } from '../details/RememberButton.tsx';
import { SessionNumber } from '../details/SessionNumber.tsx';
import { ShareLink } from '../details/ShareLink.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { CostParts } from '../money/CostParts.tsx';
import { Links } from '../parts/Session.styles.ts';

/** Everything about a session in progress that a driver rarely needs: the parts of the cost, the values, the session, the link. */
export function SessionFolds({ session, live }: Pick<ViewProps<'running' | 'paused'>, 'session' | 'live'>) {
  const { t } = useTranslation();
  const { place, values, progress, sessionId } = session;
  const parts = progress?.parts ?? [];
  return (
    <Folds>
      {parts.length > 1 && (
        <Fold title={t('progress.parts')}>
          <CostParts parts={parts} currency={values.cost.currency} place={place} />
        </Fold>
      )}
      {values.curve.length > 0 && (
        <Fold title={t('chart.table')}>
          <PowerTable values={values} place={place} until={session.asOf} />
        </Fold>
      )}
      <Fold title={t('session.title')} value={<SessionNumber number={session.number} />}>
        <SessionFacts session={session} />
        <ContractDetails session={session} contract={live.contract} />
      </Fold>
      {sessionId !== null && (
        <Fold title={t('progress.link')}>
          <Stack $gap={2}>
            <Small>{t('progress.keepLink')}</Small>
            <Links>
              <CopyLink />
              <ShareLink watchId={session.watchId} />
            </Links>
            <Small>{t('progress.share.text')}</Small>
            <RememberButton session={session} />
          </Stack>
        </Fold>
      )}
    </Folds>
  );
}

function SessionFacts({ session }: Pick<ViewProps<'running' | 'paused'>, 'session'>) {
  const { t } = useTranslation();
  const { place, hold, values } = session;
  const format = useFormat(place);
  const plug = `${t(`plug.type.${place.plug.kind}`)}, ${t('plug.power', { kw: format.rating(place.plug.powerW) })}`;
  const rows = [
    { label: t('session.start'), value: format.dateTime(values.startedAt) },
    { label: t('progress.place'), value: `${place.street}, ${place.postalCode}\u00a0${place.city}` },
    { label: t('plug.number', { number: place.plug.number }), value: plug },
    { label: t('location.evse'), value: place.evseId },
    ...(hold ? [{ label: t('session.reservation'), value: format.money(hold.amountMinor, hold.currency) }] : []),
  ];
  return (
    <Stack $gap={2}>
      <Rows rows={rows} />
      <Small>
        {t('progress.provisional.text')} {hold && t('progress.reservation.notice')}
      </Small>
    </Stack>
  );
}
