import type { Secret } from '../../../../shared/keys/secret.ts';
import { decrypted, encrypted, resealed } from '../../../sealed.ts';
import type { Connection, Connections } from '../registration/connections.ts';
import type { OcpiStore } from './store.ts';

const PREFIX = 'connection:';

/** Whether a peer of this name is connected. */
export const isActive = async (rows: Pick<OcpiStore, 'get'>, id: string): Promise<boolean> =>
  ((await rows.get(PREFIX + id)) as Connection | null)?.state === 'active';

/** Peers, with the token we send them encrypted. */
export function keepConnections(store: OcpiStore, secret: Secret): Connections & { reseal(): Promise<void> } {
  const sealing = { secret, purpose: 'ocpi tokens' };
  const read = (json: unknown): Connection => {
    const connection = json as Connection;
    return { ...connection, theirs: connection.theirs === null ? null : decrypted(connection.theirs, sealing) };
  };
  return {
    /** Seals with the newest secret what an older one has sealed. */
    async reseal() {
      for (const key of await store.listKeys(PREFIX))
        await store.inTransaction(async rows => {
          const connection = (await rows.get(key)) as Connection | null;
          const theirs = connection?.theirs == null ? null : resealed(connection.theirs, sealing);
          if (theirs !== null) await rows.put(key, { ...connection, theirs });
        });
    },
    async get(id) {
      const json = await store.get(PREFIX + id);
      return json ? read(json) : null;
    },
    list: async () => (await store.list(PREFIX)).map(({ json }) => read(json)),
    put: connection =>
      store.inTransaction(async rows => {
        const known = (await rows.get(PREFIX + connection.id)) as Connection | null;
        if (connection.revision !== (known?.revision ?? 0) + 1) return false;
        const theirs = connection.theirs === null ? null : encrypted(connection.theirs, sealing);
        await rows.put(PREFIX + connection.id, { ...connection, theirs });
        return true;
      }),
  };
}
