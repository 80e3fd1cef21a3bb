import type { LabelPlug } from '../../ports.ts';
import type { ClientRecord, PointRecord } from '../../records.ts';
import { findClient } from '../../store/catalogue.ts';
import type { Db } from '../../store/engine/database.ts';

/** Every plug of these points, with the brand that stands on its label; of clients that sell no more there are none. */
export async function labelPlugs(db: Db, points: readonly PointRecord[]): Promise<LabelPlug[]> {
  const clients = new Map<string, ClientRecord | null>();
  for (const id of new Set(points.map(({ clientId }) => clientId))) clients.set(id, await findClient(db, id));
  return points.flatMap(point => {
    const client = clients.get(point.clientId);
    return client ? point.connectors.map(connector => ({ client, point, connector })) : [];
  });
}
