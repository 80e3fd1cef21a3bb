import type { StationAddress } from '../../core/ports/stationPort.ts';
import type { PointStation } from '../../core/records/pointStation.ts';
import type { PointRecord } from '../../core/records/records.ts';
import type { Db } from '../../store/engine/database.ts';
import { findPoint } from '../../store/shop/catalogue.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';

/** Of points that were stored before there were several sources. */
const SIMULATED: PointStation = {
  source: 'simulator',
  countryCode: '',
  partyId: '',
  locationId: '',
  evseUid: '',
  chargePoint: null,
};

/** Where a plug of a point is reached. */
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

/** Where a session's station is reached: as it was when the session was ordered, whatever became of the point since. */
export const addressAt = ({ station, connector }: Addressed, point: PointRecord): StationAddress =>
  station ?? stationAddress(point, connector);

/** The same where the point is not at hand. */
export async function addressOf(db: Db, session: Addressed): Promise<StationAddress> {
  if (session.station !== null) return session.station;
  const point = await findPoint(db, session.evseId, { includesRemoved: true });
  if (!point) throw new Error('Point of the session not found');
  return stationAddress(point, session.connector);
}
