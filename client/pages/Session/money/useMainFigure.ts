import { useTranslation } from 'react-i18next';
import type { Session, SessionValues } from '../../../../shared/charging/session.ts';
import { useFormat } from '../../../hooks/useFormat.ts';

/**
 * Returns the most prominent figure of a session that is not billed yet: the cost so far. Free charging shows the energy. `title`: the
 * figure as text for the browser tab.
 */
export function useMainFigure({ place, hold, values }: Pick<Session, 'place' | 'hold'> & { values: SessionValues }) {
  const { t } = useTranslation();
  const format = useFormat(place);
  if (!hold) {
    const figure = format.number(values.energyWh / 1000, 2);
    return { row: { label: t('session.energy'), figure, unit: 'kWh' }, title: `${figure} kWh` };
  }
  const { amountMinor, currency } = values.cost;
  const figure = format.money(amountMinor, currency);
  return { row: { label: t('session.cost'), hint: t('session.provisional'), figure }, title: figure };
}
