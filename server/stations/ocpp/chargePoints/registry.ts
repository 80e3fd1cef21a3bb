import type { ChargingLimit } from '../../../../shared/console/chargingLimit.ts';
import type { FirmwareUpdate } from '../../../../shared/console/firmware.ts';
import type { RefusedHandshakes } from '../../../../shared/console/refusals.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';
import { createPassword, hashPassword, type PasswordHash } from './passwords.ts';
import { noteRefusals, type RefusalCounts, type RefusalSeries } from './refusals.ts';
import { changeRow, keyOf, type OcppStore, securityKey, settingsKey } from './storage.ts';
import { isProtocol, type Protocol } from './versions.ts';

/** A station's latest lock-out, stored so that all processes apply it. */
export interface LockOut {
  /** When the lock-out ends, as an ISO time. */
  until: string;
  durationMs: number;
}

export interface StoredUpdate extends FirmwareUpdate {
  /** Identifies the request in messages of the station. OCPP 1.6 without the security extension has no such number. */
  requestId: number;
}

/** A station that the operator has registered, so that it may connect. */
export interface StationRecord {
  id: string;
  addedAt: string;
  /** Null: the station needs no password, which only demo mode allows. */
  password: PasswordHash | null;
  /**
   * Passwords that were sent to the station, the oldest first. Each is valid until the station connects with it or a later one.
   */
  nextPasswords?: readonly PasswordHash[];
  /** The only OCPP version that this station may use. Null: the newest version that both sides support. */
  protocol: Protocol | null;
  /**
   * ISO time at which the latest connection ended. During the first connection, the time at which it began. Missing: the station
   * has never connected.
   */
  lastMessageAt?: string;
  /** Data of the latest BootNotification. Null: the station has sent none. */
  boot: StationBoot | null;
  /** Seconds between two meter readings, as read back from the station. Null: unknown. */
  meterIntervalS: number | null;
  /**
   * Public keys of the meters in hex, with the time at which they were read. Indexed by EVSE number, in OCPP 1.6 by connector
   * number.
   */
  meterKeys?: Readonly<Record<string, { key: string; readAt: string }>>;
  /** What the station can do, read after the latest boot. Only in OCPP 2.x. */
  abilities?: Abilities;
  /** Settings that could not be applied after the latest boot, each with its consequence. */
  unset: readonly string[];
  /** Charging limit that staff have set or removed. Null or missing: the station has none. */
  limit?: ChargingLimit | null;
  /** The last firmware update that staff have requested. Null or missing: none. */
  firmware?: StoredUpdate | null;
  /** True until the settings have been applied after the latest boot. */
  isToBeSet?: boolean;
  /** Number of malformed messages since the latest boot, by action. */
  faulty: Readonly<Record<string, number>>;
  /**
   * Number of sessions whose meter reading at the start was unusable, so that they were billed from a later reading. Missing:
   * none.
   */
  unusableStarts?: number;
  /** The latest lock-out, which may be over. Missing: the station was never locked out. */
  lockOut?: LockOut;
  /** Handshakes that were refused since the latest connection. Null or missing: none. */
  refused?: RefusalSeries | null;
}

/** The abilities that a station with OCPP 2.x reports. */
export interface Abilities {
  /** Limits at which the station stops a transaction by itself: 'maxCost', 'maxEnergy', … (TxCtrlr of OCPP 2.1). */
  limits: readonly string[];
  /** Formats that the station's display can show: 'UTF8', 'URI', 'QRCODE', … Empty: it has no display. */
  formats: readonly string[];
  /** The currency in which the station shows costs. Null: unknown. */
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

/** Maps a station to its number of malformed messages by action. */
export type FaultyCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Maximum number of stored new passwords. If more are sent, the oldest is dropped. */
const MAX_PROPOSED_PASSWORDS = 5;

const IDENTITY = /^[\x20-\x7e]{1,48}$/;

/** True for a valid identity, which has at most 48 characters (OCPP 2.0.1 part 4 §4). */
export const isIdentity = (text: string): boolean => IDENTITY.test(text);

/** Stores which stations may connect, and which unregistered ones have tried to. */
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
    async listSome({ after, limit }: { after?: string | undefined; limit: number }): Promise<readonly StationRecord[]> {
      const keys = await store.listKeys('station:', { limit, ...(after === undefined ? {} : { after: key(after) }) });
      const rows = await store.getSome(keys);
      return keys.flatMap(each => (rows.has(each) ? [rows.get(each) as StationRecord] : []));
    },
    /**
     * Registers a station, or replaces its password.
     * @returns the password, of which only a hash is stored
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
    async remove(id: string): Promise<void> {
      await store.delete(key(id));
      await store.delete(settingsKey(id));
      await store.delete(securityKey(id));
    },
    /**
     * Stores a new password before it is sent to the station, because the station may accept it although its response is lost.
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
    /** Changes the charging limit of a station. */
    changeLimit: (id: string, work: (known: ChargingLimit | null) => ChargingLimit | null) =>
      changeRow<StationRecord>(store, key(id), known => changedField(known, 'limit', work)),
    /** Changes what is known about the last firmware update. */
    changeFirmware: (id: string, work: (known: StoredUpdate | null) => StoredUpdate | null) =>
      changeRow<StationRecord>(store, key(id), known => changedField(known, 'firmware', work)),
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
     * Adds refused handshakes to the records of stations and unknown identities.
     * @returns the registered stations that are refused too often
     */
    noteRefused: (counts: RefusalCounts) => store.inTransaction(rows => noteRefusals(rows, { counts, now: now() })),
    /**
     * Counts a session whose meter reading at the start was unusable.
     * @returns the new count, or 0 if the station is not registered
     */
    async noteUnusableStart(id: string): Promise<number> {
      const written = await changeRow<StationRecord>(store, key(id), known => ({
        ...known,
        unusableStarts: (known.unusableStarts ?? 0) + 1,
      }));
      return written?.unusableStarts ?? 0;
    },
    /** Adds the numbers of malformed messages of several stations, in one transaction. */
    noteFaulty: (counts: FaultyCounts) => store.inTransaction(rows => noteFaulty(rows, counts)),
  };
}

async function noteFaulty(rows: KeyValueStore, counts: FaultyCounts): Promise<void> {
  for (const [id, actions] of counts) {
    const known = (await rows.get(keyOf('station', id))) as StationRecord | null;
    if (!known) continue;
    const faulty = { ...known.faulty };
    for (const [action, count] of actions) faulty[action] = (faulty[action] ?? 0) + count;
    await rows.put(keyOf('station', id), { ...known, faulty });
  }
}

export type Registry = ReturnType<typeof createStationRegistry>;

/** Returns the record with another value of a field. Null: the value stays, so nothing is written. */
function changedField<Name extends 'limit' | 'firmware'>(
  known: StationRecord,
  name: Name,
  work: (value: NonNullable<StationRecord[Name]> | null) => NonNullable<StationRecord[Name]> | null,
): StationRecord | null {
  const before = known[name] ?? null;
  const after = work(before);
  return after === before ? null : { ...known, [name]: after };
}
