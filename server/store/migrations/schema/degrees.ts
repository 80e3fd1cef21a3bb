import type { Coordinates } from '../../../core/records/coordinates.ts';
import type { Engine } from '../../engine/engine.ts';

/**
 * Returns the SQL of a coordinate of a point, in degrees. Null: the point has no position. An index contains this expression, so
 * a query that uses the index must repeat it literally.
 */
export const degreesOf = (name: keyof Coordinates, engine: Engine): string =>
  engine === 'sqlite'
    ? `json_extract(json, '$.coordinates.${name}')`
    : `((json::jsonb -> 'coordinates' ->> '${name}')::double precision)`;
