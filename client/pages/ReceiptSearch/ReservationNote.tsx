import { useTranslation } from 'react-i18next';
import { Note } from '../../components/feedback/Note.tsx';
import { useVisit } from '../../core/pageData.tsx';

/** A card statement shows the hold first, and some drivers enter the hold as the price. Renders nothing for any other amount. */
export function ReservationNote({ amountMinor }: { amountMinor: number | null }) {
  const { t } = useTranslation();
  const { client } = useVisit();
  if (amountMinor === null || !client.holdAmountsMinor.includes(amountMinor)) return null;
  return (
    <Note variant="info" icon="info">
      <p>
        <b>{t('search.reservation.title')}</b>
      </p>
      <p>{t('search.reservation.text')}</p>
    </Note>
  );
}
