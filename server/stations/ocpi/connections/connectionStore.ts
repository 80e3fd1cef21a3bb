import type { Secret } from '../../../../shared/util/secret.ts';
import type { CatalogueWriter } from '../../../core/ports/cataloguePort.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';
import { decrypted, encrypted, resealed } from '../../../platform/sealed.ts';
import type { OcpiStore } from '../storage/store.ts';
import type { Connection, Connections } from './connections.ts';
import { confirmedAsClaimed, type Represents, representationOf, withoutHeld } from './parties.ts';

const PREFIX = 'connection:';

/** A row of the table. `theirs` is encrypted; versions before this one did not write `confirmed`. */
type ConnectionRow = Omit<Connection, 'confirmed'> & Partial<Pick<Connection, 'confirmed'>>;

/** Where nobody could confirm yet, a person has connected the peer: what it claims is confirmed. */
const sealedConnection = (json: unknown): Connection => {
  const row = json as ConnectionRow;
  return { ...row, confirmed: row.confirmed ?? confirmedAsClaimed(row) };
};

const sealedConnections = async (rows: Pick<OcpiStore, 'list'>): Promise<readonly Connection[]> =>
  (await rows.list(PREFIX)).map(({ json }) => sealedConnection(json));

/** Whether a peer of this name is connected. */
export const isActive = async (rows: Pick<OcpiStore, 'get'>, id: string): Promise<boolean> =>
  ((await rows.get(PREFIX + id)) as ConnectionRow | null)?.state === 'active';

/** Which parties a connection represents; inside a transaction, as long as it lasts. */
export async function loadRepresentation(rows: Pick<OcpiStore, 'list'>, id: string): Promise<Represents> {
  const all = await sealedConnections(rows);
  const connection = all.find(each => each.id === id);
  return connection ? representationOf(connection, all) : () => false;
}

interface ConnectionsDependencies {
  store: OcpiStore;
  secret: Secret;
  now(): Date;
  /** Applies what changed parties mean for the catalogue, in the transaction that changes them. */
  applyPartyChanges(
    place: { rows: KeyValueStore; catalogue: CatalogueWriter; now: Date },
    change: { before: readonly Connection[]; after: readonly Connection[] },
  ): Promise<void>;
}

/** Peers, with the token we send them encrypted. */
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
    /** Seals with the newest secret what an older one has sealed, and writes down what counts as confirmed. */
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
