import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../../shared/charging/receipt.ts';
import { Rows } from '../../../components/text/Rows.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ViewProps } from '../live/viewProps.ts';
import { Facts } from '../parts/Session.styles.ts';
import { LocationPlate } from './LocationPlate.tsx';

interface SessionDetailsProps extends Pick<ViewProps<'completed'>, 'session'> {
  receipt: Receipt | null;
}

/** Location, start, end, duration and energy of an ended session. */
export function SessionDetails({ session, receipt }: SessionDetailsProps) {
  const { t } = useTranslation();
  const { place, values, endedAt } = session;
  const format = useFormat(place);
  const billedWh = receipt?.found.energyWh ?? null;
  const energy = billedWh === null ? format.energy(values.energyWh, 2) : format.energy(billedWh, 3);
  const rows = [
    { label: t('session.start'), value: format.dateTime(values.startedAt) },
    { label: t('session.end'), value: format.dateTime(endedAt) },
    { label: t('session.duration'), value: format.durationBetween(values.startedAt, endedAt) },
    { label: t('session.energyConsumption'), value: energy },
  ];
  return (
    <>
      <LocationPlate place={place} number={place.plug.number} />
      <Facts>
        <Rows rows={rows} />
      </Facts>
    </>
  );
}
