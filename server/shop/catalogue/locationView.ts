import type { SessionLocation } from '../../../shared/charging/session.ts';
import type { PointRecord } from '../../core/records/records.ts';

/**
 * Returns a charging point and one of its connectors in the form that drivers see. If the connector has been removed, the first
 * connector of the charging point is returned instead.
 */
export function locationView(point: PointRecord, connectorId: string): SessionLocation {
  const connector = point.connectors.find(({ id }) => id === connectorId) ?? point.connectors[0];
  if (!connector) throw new Error('Connectors of the point not found');
  const { tariffId: _, preauthorizeMinor: __, ...plug } = connector;
  const { clientId, evseId, street, postalCode, city, country, timeZone } = point;
  return { clientId, evseId, street, postalCode, city, country, timeZone, plug };
}
