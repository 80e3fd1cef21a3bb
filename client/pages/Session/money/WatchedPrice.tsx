import { useTranslation } from 'react-i18next';
import { Figure, FigureLabel } from '../../../components/figure/Figure.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { Cost } from '../parts/Session.styles.ts';

/** The price of an ended session on the read-only page of the watch link, without bill lines, card and documents. */
export function WatchedPrice({ session }: Pick<ViewProps<'completed'>, 'session'>) {
  const { t } = useTranslation();
  const { place, values } = session;
  const format = useFormat(place);
  return (
    <Cost>
      <FigureLabel>{t('session.price')}</FigureLabel>
      <Figure>{format.money(values.cost.amountMinor, values.cost.currency)}</Figure>
    </Cost>
  );
}
