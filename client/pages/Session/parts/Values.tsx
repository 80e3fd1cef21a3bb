import { useTranslation } from 'react-i18next';
import type { SessionLocation, SessionValues } from '../../../../shared/charging/session.ts';
import { Stats } from '../../../components/figure/Stats.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';

interface ValuesProps {
  values: SessionValues;
  place: SessionLocation;
  /** Time at which the shown duration ends. */
  until: string;
  /** True if charging is free. The energy is then the figure of the page. */
  isFree: boolean;
}

/** Power, energy and duration so far. */
export function Values({ values, place, until, isFree }: ValuesProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const stats = [
    { label: t('session.power'), value: format.power(values.powerW) },
    ...(isFree ? [] : [{ label: t('session.energy'), value: format.energy(values.energyWh, 2) }]),
    { label: t('session.duration'), value: format.durationBetween(values.startedAt, until) },
  ];
  return <Stats stats={stats} />;
}
