import type { StationAddress } from '../../core/ports/stationPort.ts';
import type { PointStation } from '../../core/records/pointStation.ts';
import type { PointRecord } from '../../core/records/records.ts';
import type { Db } from '../../store/engine/database.ts';
import { findPoint } from '../../store/shop/catalogue.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';

/** The default for charging points that were stored before the app supported several station sources: the simulator. */
const SIMULATED: PointStation = {
  source: 'simulator',
  countryCode: '',
  partyId: '',
  locationId: '',
  evseUid: '',
  chargePoint: null,
};

/** Returns the address at which a connector's station receives commands. */
export function stationAddress(point: PointRecord, connector: string): StationAddress {
  const { evseId, station = SIMULATED } = point;
  const { source, countryCode, partyId, locationId, evseUid, chargePoint, canUnlock } = station;
  const plug = point.connectors.find(({ id }) => id === connector);
  return {
    source,
    evseId,
    connector,
    countryCode,
    partyId,
    locationId,
    evseUid,
    chargePoint: chargePoint && {
      id: chargePoint.id,
      evse: chargePoint.evse,
      connector: chargePoint.connectors[connector] ?? 1,
    },
    ...(plug === undefined || canUnlock === undefined ? {} : { plug: { isDc: plug.isDc, canUnlock, powerW: plug.powerW } }),
  };
}

type Addressed = Pick<SessionRecord, 'station' | 'evseId' | 'connector'>;

/**
 * Returns the station address that was stored with the order, because the charging point may have changed since. Sessions
 * without a stored address use the current one.
 */
export const addressAt = ({ station, connector }: Addressed, point: PointRecord): StationAddress =>
  station ?? stationAddress(point, connector);

/** Like `addressAt`, for callers that have not loaded the charging point. */
export async function addressOf(db: Db, session: Addressed): Promise<StationAddress> {
  if (session.station !== null) return session.station;
  const point = await findPoint(db, session.evseId, { includesRemoved: true });
  if (!point) throw new Error('Point of the session not found');
  return stationAddress(point, session.connector);
}
