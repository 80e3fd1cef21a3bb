import type { LabelPlug } from '../../core/ports/ports.ts';
import type { ClientRecord, PointRecord } from '../../core/records/records.ts';
import type { Db } from '../../store/engine/database.ts';
import { findClient } from '../../store/shop/catalogue.ts';

/**
 * Returns every plug of the given charging points, with the brand that its QR code label shows. Plugs of brands that no longer
 * exist are left out.
 */
export async function labelPlugs(db: Db, points: readonly PointRecord[]): Promise<LabelPlug[]> {
  const clients = new Map<string, ClientRecord | null>();
  for (const id of new Set(points.map(({ clientId }) => clientId))) clients.set(id, await findClient(db, id));
  return points.flatMap(point => {
    const client = clients.get(point.clientId);
    return client ? point.connectors.map(connector => ({ client, point, connector })) : [];
  });
}
