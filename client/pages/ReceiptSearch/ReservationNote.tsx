import { useTranslation } from 'react-i18next';
import { Note } from '../../components/feedback/Note.tsx';
import { useVisit } from '../../core/pageData.tsx';

/**
 * Explains that the amount of the hold is not the price. Card statements list the hold first, so drivers may search for its
 * amount. Renders nothing unless the typed amount is a hold of the brand.
 */
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
