import { decrypted, encrypted } from '../../../sealed.ts';
import type { Connection, Connections } from '../registration/connections.ts';
import type { OcpiStore } from './store.ts';

const PREFIX = 'connection:';

/** Peers, with the token we send them encrypted. */
export function keepConnections(store: OcpiStore, secret: string): Connections {
  const key = { secret, purpose: 'ocpi tokens' };
  const read = (json: unknown): Connection => {
    const connection = json as Connection;
    return { ...connection, theirs: connection.theirs === null ? null : decrypted(connection.theirs, key) };
  };
  return {
    async get(id) {
      const json = await store.get(PREFIX + id);
      return json ? read(json) : null;
    },
    list: async () => (await store.list(PREFIX)).map(({ json }) => read(json)),
    put: connection =>
      store.inTransaction(async rows => {
        const known = (await rows.get(PREFIX + connection.id)) as Connection | null;
        if (connection.revision !== (known?.revision ?? 0) + 1) return false;
        const theirs = connection.theirs === null ? null : encrypted(connection.theirs, key);
        await rows.put(PREFIX + connection.id, { ...connection, theirs });
        return true;
      }),
  };
}
