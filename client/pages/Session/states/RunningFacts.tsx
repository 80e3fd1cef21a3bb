import { useTranslation } from 'react-i18next';
import { Section } from '../../../components/layout/Columns.tsx';
import { Plate } from '../../../components/text/Plate.tsx';
import { Rows } from '../../../components/text/Rows.tsx';
import { Hidden, Num, Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { CopyLink } from '../details/CopyLink.tsx';
import { TransactionId } from '../details/LocationPlate.tsx';
import { RememberButton } from '../details/RememberButton.tsx';
import { ShareLink } from '../details/ShareLink.tsx';
import type { ViewProps } from '../live/viewProps.ts';
import { Facts, Links } from '../parts/Session.styles.ts';

/** Plug, start time and hold of the session, and links to return to this page. */
export function RunningFacts({ session }: Pick<ViewProps<'running' | 'paused'>, 'session'>) {
  const { t } = useTranslation();
  const { place, hold, values } = session;
  const { plug } = place;
  const format = useFormat(place);
  const held = hold && format.money(hold.amountMinor, hold.currency);
  const rows = [
    { label: t('session.start'), value: format.dateTime(values.startedAt) },
    {
      label: t('session.id'),
      value: (
        <Num>
          <TransactionId number={session.number} />
        </Num>
      ),
    },
    ...(held ? [{ label: t('session.reservation'), value: held }] : []),
  ];
  return (
    <>
      <Section>
        <Hidden as="h2">{t('session.title')}</Hidden>
        <Plate number={plug.number} size="sm">
          <b>
            {t(`plug.type.${plug.kind}`)}, {t('plug.power', { kw: format.rating(plug.powerW) })}
          </b>
          <Small as="span">{`${place.street}, ${place.postalCode}\u00a0${place.city}`}</Small>
        </Plate>
        <Facts>
          <Rows rows={rows} />
        </Facts>
        {held && <Small>{t('session.reservation.notice')}</Small>}
      </Section>
      {session.sessionId !== null && (
        <Section>
          <Small>{t('session.keepLink')}</Small>
          <Links>
            <CopyLink />
            <ShareLink watchId={session.watchId} />
          </Links>
          <Small>{t('session.share.text')}</Small>
          <RememberButton session={session} />
        </Section>
      )}
    </>
  );
}
