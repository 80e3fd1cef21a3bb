import type { Secret } from '../../../../shared/util/secret.ts';
import type { CatalogueWriter } from '../../../core/ports/cataloguePort.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';
import { decrypted, encrypted, resealed } from '../../../platform/sealed.ts';
import type { OcpiStore } from '../storage/store.ts';
import type { Connection, Connections } from './connections.ts';
import { confirmedAsClaimed, type Represents, representationOf, withoutHeld } from './parties.ts';

const PREFIX = 'connection:';

/** A connection as stored. `theirs` is encrypted. Rows that an earlier version of the app has written lack `confirmed`. */
type ConnectionRow = Omit<Connection, 'confirmed'> & Partial<Pick<Connection, 'confirmed'>>;

/**
 * Parses a row and leaves `theirs` encrypted. If `confirmed` is missing, all claimed parties count as confirmed, because staff
 * have set up such a connection by hand.
 */
const sealedConnection = (json: unknown): Connection => {
  const row = json as ConnectionRow;
  return { ...row, confirmed: row.confirmed ?? confirmedAsClaimed(row) };
};

const sealedConnections = async (rows: Pick<OcpiStore, 'list'>): Promise<readonly Connection[]> =>
  (await rows.list(PREFIX)).map(({ json }) => sealedConnection(json));

/** True if the connection with this id is active. */
export const isActive = async (rows: Pick<OcpiStore, 'get'>, id: string): Promise<boolean> =>
  ((await rows.get(PREFIX + id)) as ConnectionRow | null)?.state === 'active';

/** Loads which parties a connection represents. If `rows` is a transaction, the result stays valid until the transaction ends. */
export async function loadRepresentation(rows: Pick<OcpiStore, 'list'>, id: string): Promise<Represents> {
  const all = await sealedConnections(rows);
  const connection = all.find(each => each.id === id);
  return connection ? representationOf(connection, all) : () => false;
}

interface ConnectionsDependencies {
  store: OcpiStore;
  secret: Secret;
  now(): Date;
  /** Updates the catalogue, in the transaction that changes the represented parties. */
  applyPartyChanges(
    place: { rows: KeyValueStore; catalogue: CatalogueWriter; now: Date },
    change: { before: readonly Connection[]; after: readonly Connection[] },
  ): Promise<void>;
}

/** Stores the connections. The tokens that the app sends to CPO platforms are encrypted. */
export function createConnectionStore({
  store,
  secret,
  now,
  applyPartyChanges,
}: ConnectionsDependencies): Connections & { reseal(): Promise<void> } {
  const sealing = { secret, purpose: 'ocpi tokens' };
  const opened = (connection: Connection): Connection => ({
    ...connection,
    theirs: connection.theirs === null ? null : decrypted(connection.theirs, sealing),
  });
  return {
    /** Encrypts all tokens with the newest secret, and adds `confirmed` to rows of earlier versions of the app. */
    async reseal() {
      for (const key of await store.listKeys(PREFIX))
        await store.inTransaction(async rows => {
          const row = (await rows.get(key)) as ConnectionRow | null;
          if (!row) return;
          const theirs = row.theirs == null ? null : resealed(row.theirs, sealing);
          if (theirs !== null || !row.confirmed)
            await rows.put(key, { ...sealedConnection(row), ...(theirs === null ? {} : { theirs }) });
        });
    },
    async get(id) {
      const json = await store.get(PREFIX + id);
      return json ? opened(sealedConnection(json)) : null;
    },
    list: async () => (await sealedConnections(store)).map(opened),
    put: connection =>
      store.inTransaction(async (rows, catalogue) => {
        const before = await sealedConnections(rows);
        const known = before.find(({ id }) => id === connection.id) ?? null;
        if (connection.revision !== (known?.revision ?? 0) + 1) return false;
        const others = before.filter(({ id }) => id !== connection.id);
        const allowed = withoutHeld(connection, known, others);
        const theirs = allowed.theirs === null ? null : encrypted(allowed.theirs, sealing);
        await rows.put(PREFIX + connection.id, { ...allowed, theirs });
        await applyPartyChanges({ rows, catalogue, now: now() }, { before, after: [...others, allowed] });
        return true;
      }),
  };
}
