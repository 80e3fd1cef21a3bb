import type { Operating } from '../../../shared/console/operating.ts';
import type { OperatedPoint } from '../../../shared/console/point.ts';
import { useWords } from '../core/translations.ts';

interface AddressLineProps {
  operated: Pick<OperatedPoint, 'point'> | null;
  /** Printed number of the plug. Absent: the whole charging point. */
  plug?: string | undefined;
}

/** Address and EVSE ID of a charging point, below the heading of a page that acts on the point. */
export function AddressLine({ operated, plug }: AddressLineProps) {
  const { t } = useWords();
  if (operated === null) return null;
  const { street, postalCode, city, evseId } = operated.point;
  const address = `${street}, ${postalCode} ${city}`;
  return (
    <p className="address-line">
      {plug === undefined ? address : `${t('stations.plugName', { number: plug })}, ${address}`}
      <span className="id"> · {evseId}</span>
    </p>
  );
}

/** The parts of a page that acts on a charging point: the address of the point, the link back, and the fault of a missing reason. */
export const AT_POINT = {
  load: ({ point }: { point: string }, operating: Operating) => operating.getPoint({ evseId: point }),
  about: (operated: OperatedPoint | null) => <AddressLine operated={operated} />,
  required: { reason: 'stations.refusal.noReason' },
} as const;
