import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionLocation, SessionValues } from '../../../../shared/charging/session.ts';
import { Stats } from '../../../components/figure/Stats.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { After } from './Session.styles.ts';

interface ValuesProps {
  values: SessionValues;
  place: SessionLocation;
  /** Time at which the shown duration ends. */
  until: string;
  /** Content between the values and the note that they are preliminary. */
  children?: ReactNode;
}

/** Energy, duration and power so far. A note says that these values are preliminary. */
export function Values({ values, place, until, children }: ValuesProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const stats = [
    { label: t('session.energy'), value: format.energy(values.energyWh, 2) },
    { label: t('session.duration'), value: format.durationBetween(values.startedAt, until) },
    { label: t('session.power'), value: format.power(values.powerW) },
  ];
  return (
    <>
      <Stats stats={stats} />
      {children}
      <After>
        <Small>{t('session.provisional')}</Small>
      </After>
    </>
  );
}
