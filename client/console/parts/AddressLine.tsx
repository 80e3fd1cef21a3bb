import type { Operating } from '../../../shared/console/operating.ts';
import type { PointLine } from '../../../shared/console/stations.ts';
import { useWords } from '../core/translations.ts';

interface AddressLineProps {
  point: Pick<PointLine, 'street' | 'postalCode' | 'city' | 'evseId'>;
  /** Printed number of the plug. Absent: the whole charging point. */
  plug?: string | undefined;
}

/** Address and EVSE ID of a charging point, below the heading of a page that acts on the point. */
export function AddressLine({ point: { street, postalCode, city, evseId }, plug }: AddressLineProps) {
  const { t } = useWords();
  return (
    <p className="address-line">
      {plug !== undefined && `${t('stations.plugName', { number: plug })}, `}
      {street}, {postalCode} {city} <span className="id">· {evseId}</span>
    </p>
  );
}

/** Loads the line of the point on which an action acts. */
export async function aboutPoint({ point }: { point: string }, operating: Operating) {
  const found = await operating.getPoint({ evseId: point });
  return found && <AddressLine point={found.point} />;
}
