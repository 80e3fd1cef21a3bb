import Joi from 'joi';
import { readEvseId } from '../../../shared/model/evseId.ts';
import { type Findings, noteFault, validated } from '../../core/formats/faults.ts';
import type { Folder } from '../../core/formats/folder.ts';
import { readJson } from '../../core/formats/jsonFiles.ts';
import type { PointRecord } from '../../core/records/records.ts';

const FILE = 'chargePoints.json';

/**
 * Schema of chargePoints.json: maps the identity of an OCPP charge point to its EVSE IDs, in the order of its EVSE numbers from
 * 1.
 */
const CHARGE_POINTS = Joi.object<Readonly<Record<string, readonly string[]>>>().pattern(
  // At most 48 characters (OCPP 2.0.1 part 4 §3.1.1). No colon, which would end the user name in HTTP basic authentication.
  Joi.string().pattern(/^[\x20-\x39\x3b-\x7e]{1,48}$/),
  Joi.array().items(Joi.string()).min(1),
);

/**
 * If the folder contains chargePoints.json, assigns EVSEs to their OCPP charge points. An EVSE that no location contains, and an
 * EVSE at two charge points, are import errors.
 */
export async function withChargePoints(
  points: readonly PointRecord[],
  { folder, findings }: { folder: Folder; findings: Findings },
): Promise<readonly PointRecord[]> {
  if (!folder.isThere(FILE)) return points;
  const content = await readJson({ folder, file: FILE, findings });
  const where = { file: FILE, path: '$' };
  const named = content === undefined ? null : validated({ schema: CHARGE_POINTS, value: content, where, findings });
  if (named === null) return points;
  const stations = new Map<string, { id: string; evse: number }>();
  for (const [id, evseIds] of Object.entries(named))
    for (const [at, text] of evseIds.entries()) {
      const evseId = readEvseId(text)?.canonical ?? text;
      const keys = [id, at];
      if (!points.some(point => point.evseId === evseId))
        noteFault({ findings, where, keys, reason: `${text} is not among the points of any location` });
      else if (stations.has(evseId)) noteFault({ findings, where, keys, reason: `${text} is at another charge point as well` });
      else stations.set(evseId, { id, evse: at + 1 });
    }
  return points.map(point => {
    const station = stations.get(point.evseId);
    return station ? atChargePoint(point, station) : point;
  });
}

/** Assigns an EVSE to a charge point. The connector numbers of OCPP follow the order of the connectors in the location data. */
function atChargePoint(point: PointRecord, { id, evse }: { id: string; evse: number }): PointRecord {
  const { connectors, station } = point;
  if (!station) return point;
  const numbers = Object.fromEntries(connectors.map((connector, at) => [connector.id, at + 1]));
  // Only sockets can be unlocked: a cable that is fixed to the station is not locked.
  const canUnlock = connectors.some(({ hasCable }) => !hasCable);
  return { ...point, station: { ...station, source: 'ocpp', chargePoint: { id, evse, connectors: numbers }, canUnlock } };
}
