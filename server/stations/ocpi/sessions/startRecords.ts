import { DAY_MS } from '../../../../shared/model/time.ts';
import type { MeterReading, StationAddress, StationSession } from '../../../core/ports/stationPort.ts';
import type { Agreement } from '../connections/connections.ts';
import { type OcpiCdr, readCdr } from '../messages/cdr.ts';
import { isObject } from '../messages/patch.ts';
import { keyOf, type OcpiStore } from '../storage/store.ts';
import { stationOfCdr } from './stationOfCdr.ts';
import type { KnownSession } from './stationSession.ts';

/** One start as the adapter keeps it, from before it is sent. */
export interface StartRecord {
  authorizationReference: string;
  connectionId: string;
  address: StationAddress;
  askedAt: string;
  /** 'sent' also while nobody knows whether it has arrived: it is never sent again. */
  state: 'sent' | 'refused' | 'cancelled';
  /** Its CPO has not taken it, or it was never sent: nothing can begin by it. */
  isRefused: boolean;
  /** As its CPO names it; null: none has been told yet. */
  session: { country_code: string; party_id: string; id: string } | null;
  known: StoredKnownSession | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Where its CDR is; null: it has not come. */
  cdr: string | null;
  /** CDRs that were taken back; missing: none. */
  reversed?: readonly string[];
  /** Credits that came before the CDR that they take back, and where they are kept; missing: none. */
  earlyCredits?: readonly { of: string; reference: string }[];
  /** Where further CDRs of it are, which are not billed; missing: none. */
  otherCdrs?: readonly string[];
  /** The station has not carried out the last stop that its CPO accepted. */
  isStopRefused?: boolean;
  /** Since when it is not wanted any more. */
  givenUpAt?: string;
  /** The last message about it that could not be read, and why: it is reported once. */
  unreadable?: string;
  /** Ids of other sessions that followed it. */
  others?: readonly string[];
  /** Rows of sessions and CDRs that were stored for it; missing: none. */
  stored?: Readonly<Partial<Record<StoredKind, number>>>;
}

type StoredKind = 'sessions' | 'cdrs' | 'unreadable';

/** A peer can give one session any number of names: beyond these rows nothing more is stored of one start. */
const MAX_STORED: Readonly<Record<StoredKind, number>> = { sessions: 20, cdrs: 20, unreadable: 5 };
export const hasRoom = ({ stored }: StartRecord, kind: StoredKind): boolean => (stored?.[kind] ?? 0) < MAX_STORED[kind];
export const withOneMore = ({ stored }: StartRecord, kind: StoredKind): Pick<StartRecord, 'stored'> => ({
  stored: { ...stored, [kind]: (stored?.[kind] ?? 0) + 1 },
});

/** A start of which nothing has been told yet. */
export const startOf = (
  asked: Pick<StartRecord, 'authorizationReference' | 'connectionId' | 'address' | 'askedAt'>,
): StartRecord => ({
  ...asked,
  state: 'sent',
  isRefused: false,
  session: null,
  known: null,
  startedAt: null,
  endedAt: null,
  cdr: null,
});

/** What says whose start a message is about. */
export interface NamesStart {
  authorization_reference?: string | undefined;
  cdr_token?: { uid?: string | undefined } | undefined;
  /** Of a CDR. */
  session_id?: string | undefined;
}

/** What a message says of its start, read before any schema: it counts also where the rest cannot be read. */
export function namedInRaw(raw: unknown): NamesStart {
  const { authorization_reference, cdr_token, session_id } = isObject(raw) ? raw : {};
  const nameIn = (value: unknown) => (typeof value === 'string' && value !== '#NA' ? value : undefined);
  return {
    authorization_reference: nameIn(authorization_reference),
    cdr_token: { uid: nameIn(isObject(cdr_token) ? cdr_token.uid : undefined) },
    session_id: nameIn(session_id),
  };
}

/** By what a start may be found, best first. */
export const namesIn = ({ authorization_reference, cdr_token }: NamesStart): readonly string[] =>
  [authorization_reference, cdr_token?.uid].flatMap(name => (name ? [name] : []));

/** What is told of one start is taken in its turn. */
export const startLockKey = (connectionId: string, message: NamesStart): string =>
  keyOf('start', connectionId, namesIn(message)[0] ?? '');

/** A start of which something may still be told: its session, or its CDR. */
export interface OpenStart extends Pick<StartRecord, 'authorizationReference' | 'connectionId' | 'askedAt'> {
  /** Its session is over; only its CDR is awaited. */
  hasEnded: boolean;
  /** Not wanted any more; a session that follows it all the same is stopped. */
  isGivenUp: boolean;
  /** When one of the two became so; null: it is under way. */
  settledAt?: string | null;
  /** Of its session, as its CPO names that; null: none is known. */
  sessionId?: string | null;
}

/** CDRs may be monthly; what is older is nobody's any more. A session that nobody wants begins sooner, if it does. */
export const maxOpenMs = ({ isGivenUp }: OpenStart): number => (isGivenUp ? 2 : 60) * DAY_MS;

type StoredReading = Omit<MeterReading, 'at'> & { at: string };
export type StoredKnownSession = Omit<KnownSession, 'lastReading'> & { lastReading: StoredReading | null };

const readingOf = (kept: StoredReading | null): MeterReading | null => kept && { ...kept, at: new Date(kept.at) };
export const knownOf = (kept: StoredKnownSession | null): KnownSession | null =>
  kept && { ...kept, lastReading: readingOf(kept.lastReading) };
export const toStoredKnownSession = (known: KnownSession): StoredKnownSession => ({
  ...known,
  lastReading: known.lastReading && { ...known.lastReading, at: known.lastReading.at.toISOString() },
});

/** The CDR that a start was billed by; null: it has none. */
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
  /** What was agreed with a peer. */
  agreedWith(connectionId: string): Promise<Agreement>;
}

/** The state now, with the readings later than `since`. */
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

/** Nothing charges any more, or never did. */
export function isOver({ state, cdr, known }: StartRecord): boolean {
  if (cdr !== null) return true;
  // Some refuse a start and carry it out all the same.
  return known ? known.state === 'ended' || known.state === 'cancelled' : state === 'refused';
}

/** Of a start of which no session is known. */
export const nothingOf = ({ authorizationReference }: StartRecord, state: StationSession['state']): StationSession => ({
  authorizationReference,
  state,
  startedAt: null,
  endedAt: null,
  readings: [],
  signedValues: [],
  isFinal: false,
});
