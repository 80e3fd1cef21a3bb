import type { PointLine, StationKind } from '../../../../shared/console/stations.ts';
import { useWords } from '../../core/translations.ts';
import { connectionPath, stationPath } from '../../parts/stationStyles.ts';

const PATHS: Readonly<Partial<Record<StationKind, (at: string) => string>>> = { ocpp: stationPath, ocpi: connectionPath };

/** How a point is reached: simulated, OCPP or OCPI, with a link to its station or connection. */
export function ReachedBy({ point: { kind, at } }: { point: PointLine }) {
  const { t } = useWords();
  const to = PATHS[kind]?.(at);
  return (
    <>
      {t(`stations.by.${kind}`)}{' '}
      {at && to && (
        <a className="id" href={to}>
          {at}
        </a>
      )}
    </>
  );
}
