import type { CommandResult } from '../../../server/stations/ocpi/messages/command.ts';
import { merged } from '../../../server/stations/ocpi/messages/patch.ts';
import type { JsonObject, OwnedId, Received, Receivers } from '../../../server/stations/ocpi/messages/receiver.ts';

export interface MemoryReceivers extends Receivers {
  objects: ReadonlyMap<string, JsonObject>;
  storedCdrs: readonly { raw: unknown; isValid: boolean }[];
  results: readonly { command: string; result: CommandResult; connectionId: string | null }[];
  /** The valid secrets in `response_url`s of commands. */
  secrets: Set<string>;
  /** Token uids of starts that wait for their session. */
  uids: Set<string>;
}

/** Creates OCPI receivers that store pushed objects in memory. */
export function createMemoryReceivers(): MemoryReceivers {
  const objects = new Map<string, JsonObject>();
  const storedCdrs: { raw: unknown; isValid: boolean; reference: string }[] = [];
  const results: { command: string; result: CommandResult; connectionId: string | null }[] = [];
  const [secrets, uids] = [new Set<string>(), new Set<string>()];
  const keyOf = (kind: string, owned: object) => JSON.stringify([kind, ...Object.values(owned)]).toUpperCase();
  const put = (key: string, raw: JsonObject): Received => {
    const kind = objects.has(key) ? 'updated' : 'created';
    objects.set(key, raw);
    return { kind };
  };
  const find = async (kind: string, owned: OwnedId) => objects.get(keyOf(kind, owned)) ?? null;
  return {
    objects,
    storedCdrs,
    results,
    secrets,
    uids,
    catalogue: {
      findLocation: place => find('place', place),
      putLocation: async ({ place, raw, lastUpdated }) => {
        const parent = keyOf('place', { ...place, evseUid: null, connectorId: null });
        const key = keyOf('place', place);
        if (key !== parent && !objects.has(parent)) return { kind: 'unknown' };
        const known = objects.get(key);
        if (known && new Date(String(known.last_updated)) > lastUpdated) return { kind: 'outdated' };
        return put(key, raw);
      },
      patchLocation: async ({ place, patch }) => {
        const known = objects.get(keyOf('place', place));
        return known ? put(keyOf('place', place), merged(known, patch)) : { kind: 'unknown' };
      },
      findTariff: tariff => find('tariff', tariff),
      putTariff: async ({ tariff, raw }) => put(keyOf('tariff', tariff), raw),
      removeTariff: async tariff => (objects.delete(keyOf('tariff', tariff)) ? { kind: 'updated' } : { kind: 'unknown' }),
    },
    sessions: {
      find: session => find('session', session),
      put: async ({ session, whole }) => put(keyOf('session', session), whole.raw),
      unreadable: async () => undefined,
      async patch({ session, merge }) {
        const stored = objects.get(keyOf('session', session));
        if (!stored) return { kind: 'unknown' };
        const whole = merge(stored);
        return 'faults' in whole ? { kind: 'invalid', faults: whole.faults } : put(keyOf('session', session), whole.raw);
      },
    },
    cdrs: {
      async add({ raw, reading }) {
        const isValid = 'value' in reading;
        const reference = isValid ? reading.value.id : `invalid-${storedCdrs.length}`;
        const known = storedCdrs.find(each => each.reference === reference);
        if (known) return { kind: JSON.stringify(known.raw) === JSON.stringify(raw) ? 'repeated' : 'different', reference };
        storedCdrs.push({ raw, isValid, reference });
        return { kind: isValid ? 'created' : 'kept', reference };
      },
      find: async ({ reference }) =>
        (storedCdrs.find(each => each.reference === reference)?.raw as JsonObject | undefined) ?? null,
    },
    commands: {
      async result({ connectionId, command, secret, result }) {
        if (!secrets.has(secret)) return false;
        results.push({ command, result, connectionId });
        return true;
      },
    },
    authorize: async ({ uid }) => (uids.has(uid) ? { allowed: 'ALLOWED', token: { uid, type: 'AD_HOC_USER' } } : null),
  };
}
