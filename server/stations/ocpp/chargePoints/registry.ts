import type { RefusedHandshakes } from '../../../../shared/console/refusals.ts';
import { createPassword, hashPassword, type PasswordHash } from './passwords.ts';
import { noteRefusals, type RefusalCounts, type RefusalSeries } from './refusals.ts';
import { changeRow, keyOf, type OcppStore } from './storage.ts';
import { isProtocol, type Protocol } from './versions.ts';

/** The last lock-out of a station, as it is stored for all processes. */
export interface LockOut {
  /** ISO */
  until: string;
  durationMs: number;
}

/** A station that may connect. */
export interface StationRecord {
  id: string;
  addedAt: string;
  /** Null: it need not say one, in demo mode only. */
  password: PasswordHash | null;
  /** What it was told to change it to, the oldest first: each counts as well until the station has come with it, or with a later one. */
  nextPasswords?: readonly PasswordHash[];
  /** Spoken with it whatever else it offers; null: the newest that both speak. */
  protocol: Protocol | null;
  /** When its connection began or ended last; missing: it never had one. */
  heardAt?: string;
  /** As it told of itself when it booted last; null: never. */
  boot: StationBoot | null;
  /** Seconds between two values of its meter, as it was read back; null: not known. */
  meterIntervalS: number | null;
  /** Public keys of its meters in hex, by its number of the EVSE (1.6: connector), with the time at which they were read. */
  meterKeys?: Readonly<Record<string, { key: string; readAt: string }>>;
  /** 2.x: as it said at its last boot. */
  abilities?: Abilities;
  /** What could not be set at it, and what that means; from its last boot. */
  unset: readonly string[];
  /** Since its last boot nobody has got through with that. */
  isToBeSet?: boolean;
  /** Kinds of messages whose form was wrong, with how many there were. */
  faulty: Readonly<Record<string, number>>;
  /** Sessions that were billed from a later value than their start; missing: none. */
  unusableStarts?: number;
  /** The last time it was locked out; missing: it never was. */
  lockOut?: LockOut;
  /** Handshakes that were refused since it connected last. */
  refused?: RefusalSeries | null;
}

/** What a station of 2.x says that it can do. */
export interface Abilities {
  /** By what it stops a transaction itself: 'maxCost', 'maxEnergy', … OCPP 2.1, TxCtrlr. */
  limits: readonly string[];
  /** What its display shows: 'UTF8', 'URI', 'QRCODE', … Empty: it has none. */
  formats: readonly string[];
  /** In which currency it shows costs; null: it does not say. */
  currency: string | null;
  /** The most variables that one message may set; null: it does not say. */
  itemsPerMessage: number | null;
}

export interface StationBoot {
  at: string;
  vendor: string;
  model: string;
  firmware: string | null;
  protocol: Protocol;
}

/** A station that is not added, or a path that is not understood. */
export interface UnknownStation extends RefusedHandshakes {
  id: string;
}

/** By station and kind of message. */
export type FaultyCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Changes of a password whose outcome nobody knows. */
const MAX_PROPOSED_PASSWORDS = 5;

const IDENTITY = /^[\x20-\x7e]{1,48}$/;

/** OCPP 2.0.1 §4 of part 4: an identity has at most 48 characters. */
export const isIdentity = (text: string): boolean => IDENTITY.test(text);

/** Strangers that the previous version has stored. */
const OF_EARLIER_VERSION = { reason: 'not added', password: null, network: '–' } as const;

/** Which stations may connect, and which have tried. */
export function createStationRegistry({ store, now }: { store: OcppStore; now(): Date }) {
  const key = (id: string) => keyOf('station', id);
  const find = async (id: string) => (await store.get(key(id))) as StationRecord | null;
  const change = (id: string, changes: Partial<StationRecord>) =>
    changeRow<StationRecord>(store, key(id), known => ({ ...known, ...changes }));
  return {
    find,
    change,
    list: async () => (await store.list('station:')).map(({ json }) => json as StationRecord),
    /** Some of them, in the order in which their keys are kept. */
    async listSome({ after, most }: { after?: string | undefined; most: number }): Promise<readonly StationRecord[]> {
      const keys = await store.listKeys('station:', { most, ...(after === undefined ? {} : { after: key(after) }) });
      const rows = await store.getSome(keys);
      return keys.flatMap(each => (rows.has(each) ? [rows.get(each) as StationRecord] : []));
    },
    /** Adds a station, or gives one that is there a new password. Answers the password, which nobody is told again. */
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
    /** A password that it is going to be told. Written before: it may take it, and its answer may get lost. */
    async promise(id: string): Promise<{ password: string; kept: PasswordHash }> {
      const password = createPassword();
      const hashed = hashPassword(password);
      const written = await changeRow<StationRecord>(store, key(id), known => ({
        ...known,
        nextPasswords: [...(known.nextPasswords ?? []), hashed].slice(-MAX_PROPOSED_PASSWORDS),
      }));
      if (written === null) throw new Error(`Unknown station ${id}.`);
      return { password, kept: hashed };
    },
    /** It has refused it. */
    unpromise: (id: string, { hash }: PasswordHash) =>
      changeRow<StationRecord>(store, key(id), known => ({
        ...known,
        nextPasswords: known.nextPasswords?.filter(next => next.hash !== hash) ?? [],
      })),
    /** It has come with it: what counted before counts no more. */
    fulfil: (id: string, { hash }: PasswordHash) =>
      changeRow<StationRecord>(store, key(id), known => {
        const next = known.nextPasswords ?? [];
        const at = next.findIndex(each => each.hash === hash);
        return at < 0 ? known : { ...known, password: next[at] ?? null, nextPasswords: next.slice(at + 1) };
      }),
    listUnknown: async (): Promise<readonly UnknownStation[]> =>
      (await store.list('unknown:')).map(({ json }) => ({ ...OF_EARLIER_VERSION, ...(json as UnknownStation) })),
    /** Adds refused handshakes to those of the stations, or of the strangers. Answers the stations that are refused too often. */
    noteRefused: (counts: RefusalCounts) => store.inTransaction(rows => noteRefusals(rows, { counts, now: now() })),
    /** Counts a session that is billed from a later value than its start. Answers how many there were; 0: no such station. */
    async noteUnusableStart(id: string): Promise<number> {
      const written = await changeRow<StationRecord>(store, key(id), known => ({
        ...known,
        unusableStarts: (known.unusableStarts ?? 0) + 1,
      }));
      return written?.unusableStarts ?? 0;
    },
    /** Adds so many messages of each kind whose form was wrong, of several stations in one transaction. */
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
