import type { PointLine, StationKind } from '../../../../shared/console/stations.ts';
import { useIsOfBrand } from '../../core/ConsoleContext.ts';
import { useWords } from '../../core/translations.ts';
import { connectionPath, stationPath } from '../../parts/stationStyles.ts';

const PATHS: Readonly<Partial<Record<StationKind, (at: string) => string>>> = { ocpp: stationPath, ocpi: connectionPath };

/** How a point is reached: simulated, OCPP or OCPI, with a link to its station or connection. */
export function ReachedBy({ point: { kind, at } }: { point: PointLine }) {
  const { t } = useWords();
  const isOfBrand = useIsOfBrand();
  // Stations and connections belong to the operator.
  const to = isOfBrand ? undefined : PATHS[kind]?.(at);
  return (
    <>
      {t(`stations.by.${kind}`)}{' '}
      {at && to ? (
        <a className="id" href={to}>
          {at}
        </a>
      ) : (
        <span className="id">{at}</span>
      )}
    </>
  );
}
