import type { StationAddress } from '../../core/ports/stationPort.ts';
import type { PointStation } from '../../core/records/pointStation.ts';
import type { PointRecord } from '../../core/records/records.ts';
import type { Db } from '../../store/engine/database.ts';
import { findPoint } from '../../store/shop/catalogue.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';

/** The station of points that were stored before the shop had several sources. */
const SIMULATED: PointStation = {
  source: 'simulator',
  countryCode: '',
  partyId: '',
  locationId: '',
  evseUid: '',
  chargePoint: null,
};

/** The address of the station of a connector. */
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

/** The address of a session's station at the time of the order, even if the charge point has changed since. */
export const addressAt = ({ station, connector }: Addressed, point: PointRecord): StationAddress =>
  station ?? stationAddress(point, connector);

/** Like `addressAt`, for a caller that has not read the point. */
export async function addressOf(db: Db, session: Addressed): Promise<StationAddress> {
  if (session.station !== null) return session.station;
  const point = await findPoint(db, session.evseId, { includesRemoved: true });
  if (!point) throw new Error('Point of the session not found');
  return stationAddress(point, session.connector);
}
