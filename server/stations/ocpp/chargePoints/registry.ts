import type { RefusedHandshakes } from '../../../../shared/console/refusals.ts';
import { createPassword, hashPassword, type PasswordHash } from './passwords.ts';
import { noteRefusals, type RefusalCounts, type RefusalSeries } from './refusals.ts';
import { changeRow, keyOf, type OcppStore } from './storage.ts';
import { isProtocol, type Protocol } from './versions.ts';

/** The last lock-out of a station. Stored for all processes. */
export interface LockOut {
  /** ISO. */
  until: string;
  durationMs: number;
}

/** A station that may connect. */
export interface StationRecord {
  id: string;
  addedAt: string;
  /** Null: the station needs no password. In demo mode only. */
  password: PasswordHash | null;
  /** New passwords for the station, the oldest first. Each one is valid until the station connects with that or a later one. */
  nextPasswords?: readonly PasswordHash[];
  /** The only OCPP version that is allowed for this station. Null: the newest version that both support. */
  protocol: Protocol | null;
  /** End of the latest connection, or start of the first one. Missing: the station has never connected. */
  lastMessageAt?: string;
  /** Data of the latest boot. Null: the station has sent no BootNotification. */
  boot: StationBoot | null;
  /** Seconds between two meter values, read back from the station. Null: unknown. */
  meterIntervalS: number | null;
  /** Public keys of the meters in hex, by the station's EVSE number (1.6: connector number), with the time of the read. */
  meterKeys?: Readonly<Record<string, { key: string; readAt: string }>>;
  /** 2.x: read after the latest boot. */
  abilities?: Abilities;
  /** Settings that could not be applied after the latest boot, each with the consequence. */
  unset: readonly string[];
  /** True until the setup after the latest boot is completed. */
  isToBeSet?: boolean;
  /** Number of malformed messages since the latest boot, by action. */
  faulty: Readonly<Record<string, number>>;
  /** Number of sessions that were billed from a later value than their start value. Missing: none. */
  unusableStarts?: number;
  /** The latest lock-out. Missing: the station was never locked out. */
  lockOut?: LockOut;
  /** Handshakes that were refused since the latest connection. */
  refused?: RefusalSeries | null;
}

/** The abilities that a 2.x station reports. */
export interface Abilities {
  /** Limits at which the station stops a transaction by itself: 'maxCost', 'maxEnergy', … (OCPP 2.1, TxCtrlr). */
  limits: readonly string[];
  /** Formats that the display shows: 'UTF8', 'URI', 'QRCODE', … Empty: the station has no display. */
  formats: readonly string[];
  /** Currency in which the station shows costs. Null: unknown. */
  currency: string | null;
  /** Maximum number of variables in one SetVariables message. Null: unknown. */
  itemsPerMessage: number | null;
}

export interface StationBoot {
  at: string;
  vendor: string;
  model: string;
  firmware: string | null;
  protocol: Protocol;
}

/** Refused handshakes of an identity that is not registered, or of a path without a readable identity. */
export interface UnknownStation extends RefusedHandshakes {
  id: string;
}

/** By station and action. */
export type FaultyCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Maximum number of password changes whose result is unknown. */
const MAX_PROPOSED_PASSWORDS = 5;

const IDENTITY = /^[\x20-\x7e]{1,48}$/;

/** OCPP 2.0.1 part 4 §4: an identity has at most 48 characters. */
export const isIdentity = (text: string): boolean => IDENTITY.test(text);

/** Stores which stations may connect, and which others have tried. */
export function createStationRegistry({ store, now }: { store: OcppStore; now(): Date }) {
  const key = (id: string) => keyOf('station', id);
  const find = async (id: string) => (await store.get(key(id))) as StationRecord | null;
  const change = (id: string, changes: Partial<StationRecord>) =>
    changeRow<StationRecord>(store, key(id), known => ({ ...known, ...changes }));
  return {
    find,
    change,
    list: async () => (await store.list('station:')).map(({ json }) => json as StationRecord),
    /** Returns one page of stations, in the order of their keys. */
    async listSome({ after, limit: most }: { after?: string | undefined; limit: number }): Promise<readonly StationRecord[]> {
      const keys = await store.listKeys('station:', { limit: most, ...(after === undefined ? {} : { after: key(after) }) });
      const rows = await store.getSome(keys);
      return keys.flatMap(each => (rows.has(each) ? [rows.get(each) as StationRecord] : []));
    },
    /**
     * Adds a station, or replaces the password of a registered one.
     * @returns the password, which cannot be read later because only a hash is stored
     * @throws Error if the identity or the protocol is invalid
     */
    async add(id: string, { protocol }: { protocol: string | null }): Promise<string> {
      if (!isIdentity(id)) throw new Error(`Invalid station identity ${JSON.stringify(id)}.`);
      if (protocol !== null && !isProtocol(protocol)) throw new Error(`Unsupported protocol ${protocol}.`);
      const password = createPassword();
      await store.inTransaction(async rows => {
        const known = (await rows.get(key(id))) as StationRecord | null;
        const record: StationRecord = {
          ...(known ?? { id, addedAt: now().toISOString(), boot: null, meterIntervalS: null, unset: [], faulty: {} }),
          password: hashPassword(password),
          nextPasswords: [],
          protocol: protocol ?? known?.protocol ?? null,
        };
        await rows.put(key(id), record);
        await rows.delete(keyOf('unknown', id));
      });
      return password;
    },
    remove: (id: string) => store.delete(key(id)),
    /**
     * Stores a new password before the station receives it. The station may accept the password although its response is lost.
     * @throws Error if the station is not registered
     */
    async promise(id: string): Promise<{ password: string; stored: PasswordHash }> {
      const password = createPassword();
      const hashed = hashPassword(password);
      const written = await changeRow<StationRecord>(store, key(id), known => ({
        ...known,
        nextPasswords: [...(known.nextPasswords ?? []), hashed].slice(-MAX_PROPOSED_PASSWORDS),
      }));
      if (written === null) throw new Error(`Unknown station ${id}.`);
      return { password, stored: hashed };
    },
    /** Removes a new password that the station has refused. */
    unpromise: (id: string, { hash }: PasswordHash) =>
      changeRow<StationRecord>(store, key(id), known => ({
        ...known,
        nextPasswords: known.nextPasswords?.filter(next => next.hash !== hash) ?? [],
      })),
    /** Makes a new password the current one, because the station has connected with it. Earlier passwords become invalid. */
    fulfil: (id: string, { hash }: PasswordHash) =>
      changeRow<StationRecord>(store, key(id), known => {
        const next = known.nextPasswords ?? [];
        const at = next.findIndex(each => each.hash === hash);
        return at < 0 ? known : { ...known, password: next[at] ?? null, nextPasswords: next.slice(at + 1) };
      }),
    listUnknown: async (): Promise<readonly UnknownStation[]> =>
      (await store.list('unknown:')).map(({ json }) => json as UnknownStation),
    /**
     * Adds refused handshakes to the stations and the unknown identities.
     * @returns the stations that are refused too often
     */
    noteRefused: (counts: RefusalCounts) => store.inTransaction(rows => noteRefusals(rows, { counts, now: now() })),
    /**
     * Counts a session that is billed from a later value than its start value.
     * @returns the new count; 0 if the station is not registered
     */
    async noteUnusableStart(id: string): Promise<number> {
      const written = await changeRow<StationRecord>(store, key(id), known => ({
        ...known,
        unusableStarts: (known.unusableStarts ?? 0) + 1,
      }));
      return written?.unusableStarts ?? 0;
    },
    /** Adds the numbers of malformed messages, for several stations in one transaction. */
    noteFaulty: (counts: FaultyCounts) =>
      store.inTransaction(async rows => {
        for (const [id, actions] of counts) {
          const known = (await rows.get(key(id))) as StationRecord | null;
          if (!known) continue;
          const faulty = { ...known.faulty };
          for (const [action, count] of actions) faulty[action] = (faulty[action] ?? 0) + count;
          await rows.put(key(id), { ...known, faulty });
        }
      }),
  };
}

export type Registry = ReturnType<typeof createStationRegistry>;
