import type { SessionLocation } from '../../../shared/charging/session.ts';
import type { PointRecord } from '../../core/records/records.ts';

/** A point and one of its plugs as a driver sees them. A plug that is gone since is replaced by the first one. */
export function locationView(point: PointRecord, connectorId: string): SessionLocation {
  const connector = point.connectors.find(({ id }) => id === connectorId) ?? point.connectors[0];
  if (!connector) throw new Error('Connectors of the point not found');
  const { tariffId: _, preauthorizeMinor: __, ...plug } = connector;
  const { clientId, evseId, street, postalCode, city, country, timeZone } = point;
  return { clientId, evseId, street, postalCode, city, country, timeZone, plug };
}
