import { useTranslation } from 'react-i18next';
import type { Battery, Place, SessionValues } from '../../../../shared/session.ts';
import { Stats } from '../../../components/figure/Stats.tsx';
import { Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { After } from '../Session.styles.ts';

interface ValuesProps {
  values: SessionValues;
  place: Place;
  /** Until when the duration counts. */
  until: string;
}

/** 'Battery 63 % · About 25 min until 80 %', as far as the vehicle tells. */
function BatteryLevel({ battery, place }: { battery: Battery; place: Place }) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const { percent, targetPercent, minutesLeft } = battery;
  const left = minutesLeft !== null && {
    duration: format.duration(minutesLeft * 60_000),
    percent: format.percent(targetPercent ?? 100),
  };
  const target = targetPercent !== null && t('session.battery.target', { percent: format.percent(targetPercent) });
  const goal = left ? t('session.battery.left', left) : target;
  const facts = [percent !== null && format.percent(percent), goal].filter(Boolean);
  if (facts.length === 0) return null;
  return (
    <p>
      {t('session.battery')} <b>{facts.join(' · ')}</b>
    </p>
  );
}

/** Energy, duration and power so far, and that they are preliminary. */
export function Values({ values, place, until }: ValuesProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const stats = [
    { label: t('session.energy'), value: format.energy(values.energyWh, 2) },
    { label: t('session.duration'), value: format.duration(Date.parse(until) - Date.parse(values.startedAt)) },
    { label: t('session.power'), value: format.power(values.powerW) },
  ];
  return (
    <>
      <Stats stats={stats} />
      <After>
        {values.battery && <BatteryLevel battery={values.battery} place={place} />}
        <Small>{t('session.provisional')}</Small>
      </After>
    </>
  );
}
