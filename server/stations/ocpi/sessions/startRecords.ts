import { DAY_MS } from '../../../../shared/model/time.ts';
import type { MeterReading, StationAddress, StationSession } from '../../../core/ports/stationPort.ts';
import type { Agreement } from '../connections/connections.ts';
import { type OcpiCdr, readCdr } from '../messages/cdr.ts';
import { isObject } from '../messages/patch.ts';
import { keyOf, type OcpiStore } from '../storage/store.ts';
import { stationOfCdr } from './stationOfCdr.ts';
import type { KnownSession } from './stationSession.ts';

/** The stored record of a remote start. Written before the START_SESSION command is sent. */
export interface StartRecord {
  authorizationReference: string;
  connectionId: string;
  address: StationAddress;
  requestedAt: string;
  /** 'sent' also covers a command that may not have arrived, because a start is never sent twice. */
  state: 'sent' | 'refused' | 'cancelled';
  /** True: the CPO has refused the start, or the app has never sent it. */
  isRefused: boolean;
  /** The session's id at the CPO. Null: no session is known yet. */
  session: { country_code: string; party_id: string; id: string } | null;
  known: StoredKnownSession | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Reference of the CDR by which the session is billed. Null: no CDR was billed. */
  cdr: string | null;
  /** Ids of CDRs that were reversed by a credit. Missing: none. */
  reversed?: readonly string[];
  /**
   * Credits that arrived before the CDR that they reverse: the id of that CDR, and the reference of the credit. Missing: none.
   */
  earlyCredits?: readonly { of: string; reference: string }[];
  /** References of further CDRs of this start, which are not billed. Missing: none. */
  otherCdrs?: readonly string[];
  /** True: the CPO accepted the last stop, but the station refused it. */
  isStopRefused?: boolean;
  /** When the start was first cancelled. Missing: not cancelled. */
  givenUpAt?: string;
  /** The error in the last invalid message. It is stored so that each error is reported only once. */
  unreadable?: string;
  /** Ids of further sessions that the CPO created for this start. Missing: none. */
  others?: readonly string[];
  /** Number of rows of each kind that are stored for this start. Missing: none. */
  stored?: Readonly<Partial<Record<StoredKind, number>>>;
}

type StoredKind = 'sessions' | 'cdrs' | 'unreadable';

/**
 * Maximum number of stored rows per start. Otherwise a CPO platform could fill the database by sending ever new ids for one
 * start.
 */
const MAX_STORED: Readonly<Record<StoredKind, number>> = { sessions: 20, cdrs: 20, unreadable: 5 };
export const hasRoom = ({ stored }: StartRecord, kind: StoredKind): boolean => (stored?.[kind] ?? 0) < MAX_STORED[kind];
export const withOneMore = ({ stored }: StartRecord, kind: StoredKind): Pick<StartRecord, 'stored'> => ({
  stored: { ...stored, [kind]: (stored?.[kind] ?? 0) + 1 },
});

/** Returns a new start record, without a session. */
export const startOf = (
  requested: Pick<StartRecord, 'authorizationReference' | 'connectionId' | 'address' | 'requestedAt'>,
): StartRecord => ({
  ...requested,
  state: 'sent',
  isRefused: false,
  session: null,
  known: null,
  startedAt: null,
  endedAt: null,
  cdr: null,
});

/** The fields of a message that identify its start. */
export interface NamesStart {
  authorization_reference?: string | undefined;
  cdr_token?: { uid?: string | undefined } | undefined;
  /** The id of the session. Only in a CDR. */
  session_id?: string | undefined;
}

/** Reads the identifying fields without validation, so that the start is found even if the message is invalid. */
export function namedInRaw(raw: unknown): NamesStart {
  const { authorization_reference, cdr_token, session_id } = isObject(raw) ? raw : {};
  const nameIn = (value: unknown) => (typeof value === 'string' && value !== '#NA' ? value : undefined);
  return {
    authorization_reference: nameIn(authorization_reference),
    cdr_token: { uid: nameIn(isObject(cdr_token) ? cdr_token.uid : undefined) },
    session_id: nameIn(session_id),
  };
}

/** Returns the names by which the start is found, most reliable first. */
export const namesIn = ({ authorization_reference, cdr_token }: NamesStart): readonly string[] =>
  [authorization_reference, cdr_token?.uid].flatMap(name => (name ? [name] : []));

/** Returns the key of the lock that serializes messages about one start. */
export const startLockKey = (connectionId: string, message: NamesStart): string =>
  keyOf('start', connectionId, namesIn(message)[0] ?? '');

/** A start whose session or CDR may still change. */
export interface OpenStart extends Pick<StartRecord, 'authorizationReference' | 'connectionId' | 'requestedAt'> {
  /** True: the session has ended, but its CDR is missing. */
  hasEnded: boolean;
  /** True: the start was refused or cancelled. If its session begins nevertheless, the app stops it. */
  isGivenUp: boolean;
  /** When the session ended or the start was cancelled. Null: neither has happened. */
  settledAt?: string | null;
  /** The session's id at the CPO. Null: no session is known yet. */
  sessionId?: string | null;
}

/**
 * How long a start stays open. Usually 60 days, because some CPOs send CDRs monthly. Two days for a refused or cancelled start,
 * in case its session begins nevertheless.
 */
export const maxOpenMs = ({ isGivenUp }: OpenStart): number => (isGivenUp ? 2 : 60) * DAY_MS;

type StoredReading = Omit<MeterReading, 'at'> & { at: string };
export type StoredKnownSession = Omit<KnownSession, 'lastReading'> & { lastReading: StoredReading | null };

const readingOf = (stored: StoredReading | null): MeterReading | null => stored && { ...stored, at: new Date(stored.at) };
export const knownOf = (stored: StoredKnownSession | null): KnownSession | null =>
  stored && { ...stored, lastReading: readingOf(stored.lastReading) };
export const toStoredKnownSession = (known: KnownSession): StoredKnownSession => ({
  ...known,
  lastReading: known.lastReading && { ...known.lastReading, at: known.lastReading.at.toISOString() },
});

/** Returns the CDR by which a start was billed. Null: none. */
export async function cdrOf(
  store: OcpiStore,
  { cdr, connectionId }: Pick<StartRecord, 'cdr' | 'connectionId'>,
): Promise<OcpiCdr | null> {
  const raw = cdr === null ? null : await store.get(keyOf('cdr', connectionId, cdr));
  const reading = raw ? readCdr(raw, '2.3.0') : null;
  return reading && 'value' in reading ? reading.value : null;
}

interface SnapshotOptions {
  store: OcpiStore;
  start: StartRecord;
  since: Date | null;
  /** Returns the written agreement with the CPO of a connection. */
  agreedWith(connectionId: string): Promise<Agreement>;
}

/** Returns a report of the start's current state, with the meter readings after `since`. */
export async function snapshotOf({ store, start, since, agreedWith }: SnapshotOptions): Promise<StationSession> {
  const later = (readings: readonly MeterReading[]) => readings.filter(({ at }) => since === null || at > since);
  const cdr = await cdrOf(store, start);
  const { authorizationReference } = start;
  if (cdr) {
    const { connectionId } = start;
    const whole = stationOfCdr({ authorizationReference, connectionId, cdr, agreed: await agreedWith(connectionId) });
    return { ...whole, readings: later(whole.readings) };
  }
  if (!start.known) return nothingOf(start, start.state === 'sent' ? 'waiting' : start.state);
  const last = readingOf(start.known.lastReading);
  return {
    authorizationReference,
    state: start.known.state,
    startedAt: start.startedAt === null ? null : new Date(start.startedAt),
    endedAt: start.endedAt === null ? null : new Date(start.endedAt),
    readings: later(last ? [last] : []),
    signedValues: [],
    isFinal: false,
    ...(start.isStopRefused && !isOver(start) ? { isStopRefused: true } : {}),
  };
}

/** True if the session has ended or never began. */
export function isOver({ state, cdr, known }: StartRecord): boolean {
  if (cdr !== null) return true;
  // Some stations refuse a start and then execute it. If a session is known, its state therefore counts.
  return known ? known.state === 'ended' || known.state === 'cancelled' : state === 'refused';
}

/** Returns the report of a start without a known session. */
export const nothingOf = ({ authorizationReference }: StartRecord, state: StationSession['state']): StationSession => ({
  authorizationReference,
  state,
  startedAt: null,
  endedAt: null,
  readings: [],
  signedValues: [],
  isFinal: false,
});
