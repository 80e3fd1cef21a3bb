import type { MeterReading, StationAddress, StationListener, StationSession } from '../../../operator/stationPort.ts';
import type { JsonObject, OwnedId, Receivers, WholeSession } from '../endpoints/receiver.ts';
import { stationOfCdr } from '../mapping/stationOfCdr.ts';
import { type KnownSession, stationOfSession } from '../mapping/stationSession.ts';
import { CDR, type OcpiCdr } from '../messages/cdr.ts';
import { readMessage } from '../messages/message.ts';
import type { OcpiSession } from '../messages/session.ts';
import { tokenHash } from '../transport/tokens.ts';
import { keyOf, type OcpiStore } from './store.ts';

/** One start as the adapter keeps it, from before it is sent. */
export interface KeptStart {
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
  known: KeptKnown | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Where its CDR is; null: it has not come. */
  cdr: string | null;
}

type KeptReading = Omit<MeterReading, 'at'> & { at: string };
type KeptKnown = Omit<KnownSession, 'lastReading'> & { lastReading: KeptReading | null };

const readingOf = (kept: KeptReading | null): MeterReading | null => kept && { ...kept, at: new Date(kept.at) };
const knownOf = (kept: KeptKnown | null): KnownSession | null => kept && { ...kept, lastReading: readingOf(kept.lastReading) };
const keptKnown = (known: KnownSession): KeptKnown => ({
  ...known,
  lastReading: known.lastReading && { ...known.lastReading, at: known.lastReading.at.toISOString() },
});

export interface StartsDependencies {
  store: OcpiStore;
  listener(): StationListener;
  now(): Date;
}

export type Starts = ReturnType<typeof keepStarts>;

const startKey = (reference: string) => `start:${reference.toUpperCase()}`;
const sessionKey = ({ connectionId, country_code, party_id, id }: OwnedId) =>
  keyOf('session', connectionId, country_code, party_id, id);
const commandKey = (secret: string) => `command:${tokenHash(secret)}`;

interface KeptCommand {
  authorizationReference: string;
  connectionId: string;
  command: string;
}

/** What a station may say of a command that it does not carry out. Of all other words nothing is known. */
const REFUSALS: readonly string[] = ['EVSE_OCCUPIED', 'EVSE_INOPERATIVE', 'FAILED', 'REJECTED', 'NOT_SUPPORTED'];

/** Starts, and what CPOs tell of the sessions that follow them. */
export function keepStarts({ store, listener, now }: StartsDependencies) {
  const load = async (reference: string) => (await store.get(startKey(reference))) as KeptStart | null;
  const save = (start: KeptStart) => store.put(startKey(start.authorizationReference), start);

  /** Whose session or CDR this is: by our reference, or by the token that was made for one start. */
  const findStart = async (connectionId: string, { authorization_reference, cdr_token }: OcpiSession | OcpiCdr) => {
    for (const reference of [authorization_reference, cdr_token.uid]) {
      const start = reference ? await load(reference) : null;
      if (start?.connectionId === connectionId) return start;
    }
    return null;
  };

  const takeSession = async (connectionId: string, session: OcpiSession): Promise<void> => {
    const start = await findStart(connectionId, session);
    if (!start || start.cdr !== null) return;
    const { authorizationReference } = start;
    const { country_code, party_id, id } = session;
    const told = stationOfSession({ authorizationReference, session, known: knownOf(start.known), now: now() });
    const { startedAt, endedAt } = told.station;
    await listener().report(authorizationReference, told.station);
    await save({
      ...start,
      session: { country_code, party_id, id },
      known: keptKnown(told.known),
      startedAt: startedAt?.toISOString() ?? start.startedAt,
      endedAt: endedAt?.toISOString() ?? start.endedAt,
    });
  };

  const takeCdr = async (connectionId: string, cdr: OcpiCdr, reference: string): Promise<void> => {
    if (cdr.credit) return;
    const start = await findStart(connectionId, cdr);
    if (!start || start.cdr !== null) return;
    const { authorizationReference } = start;
    await listener().report(authorizationReference, stationOfCdr({ authorizationReference, cdr }));
    await save({ ...start, cdr: reference, endedAt: cdr.end_date_time.toISOString() });
  };

  const addCdr: Receivers['cdrs']['add'] = async ({ connectionId, raw, reading }) => {
    const isValid = 'value' in reading;
    const reference = isValid ? reading.value.id : `invalid-${tokenHash(JSON.stringify(raw)).slice(0, 16)}`;
    const key = keyOf('cdr', connectionId, reference);
    const known = await store.get(key);
    if (known) return { kind: JSON.stringify(known) === JSON.stringify(raw) ? 'repeated' : 'different', reference };
    // The report first: where it fails, the CPO sends its CDR again, and it is not taken for one that is known.
    if (isValid) await takeCdr(connectionId, reading.value, reference);
    await store.put(key, raw);
    return { kind: isValid ? 'created' : 'kept', reference };
  };

  return {
    load,
    save,
    /** Null: it is new. Else the one that is known; of two calls at the same moment one begins. */
    begin: (start: KeptStart): Promise<KeptStart | null> =>
      store.inTransaction(async rows => {
        const known = (await rows.get(startKey(start.authorizationReference))) as KeptStart | null;
        if (!known) await rows.put(startKey(start.authorizationReference), start);
        return known;
      }),
    takeSession,
    addCdr,
    receivers: receiversOf({ store, listener, load, save, takeSession, addCdr }),
    /** Before a command is sent: its result comes to an address with this secret. */
    expectResult: (secret: string, command: KeptCommand) => store.put(commandKey(secret), command),
    /** Starts that are not over: their sessions are asked for. */
    async open(): Promise<readonly KeptStart[]> {
      const all = (await store.list('start:')).map(({ json }) => json as KeptStart);
      return all.filter(({ state, cdr }) => state === 'sent' && cdr === null);
    },
    snapshot: (start: KeptStart, since: Date | null) => snapshotOf(store, start, since),
  };
}

async function cdrOf(store: OcpiStore, { cdr, connectionId }: KeptStart): Promise<OcpiCdr | null> {
  const raw = cdr === null ? null : await store.get(keyOf('cdr', connectionId, cdr));
  const reading = raw ? readMessage({ schema: CDR, message: raw, version: '2.3.0' }) : null;
  return reading?.isValid ? reading.value : null;
}

/** The state now, with the readings later than `since`. */
async function snapshotOf(store: OcpiStore, start: KeptStart, since: Date | null): Promise<StationSession> {
  const later = (readings: readonly MeterReading[]) => readings.filter(({ at }) => since === null || at > since);
  const cdr = await cdrOf(store, start);
  const { authorizationReference } = start;
  if (cdr) {
    const whole = stationOfCdr({ authorizationReference, cdr });
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
  };
}

const nothingOf = ({ authorizationReference }: KeptStart, state: StationSession['state']): StationSession => ({
  authorizationReference,
  state,
  startedAt: null,
  endedAt: null,
  readings: [],
  signedValues: [],
  isFinal: false,
});

interface Kept extends Pick<StartsDependencies, 'store' | 'listener'> {
  load(reference: string): Promise<KeptStart | null>;
  save(start: KeptStart): Promise<void>;
  takeSession(connectionId: string, session: OcpiSession): Promise<void>;
  addCdr: Receivers['cdrs']['add'];
}

/** What CPOs push of sessions, CDRs and commands. */
function receiversOf({
  store,
  listener,
  load,
  save,
  takeSession,
  addCdr,
}: Kept): Pick<Receivers, 'sessions' | 'cdrs' | 'commands' | 'findToken'> {
  const putSession = async (session: OwnedId, { raw, value }: WholeSession) => {
    const known = await store.get(sessionKey(session));
    await takeSession(session.connectionId, value);
    await store.put(sessionKey(session), raw);
    return { kind: known ? 'updated' : 'created' } as const;
  };

  return {
    sessions: {
      find: async session => (await store.get(sessionKey(session))) as JsonObject | null,
      put: ({ session, whole }) => putSession(session, whole),
      async patch({ session, merge }) {
        const stored = (await store.get(sessionKey(session))) as JsonObject | null;
        if (!stored) return { kind: 'unknown' };
        const whole = merge(stored);
        return 'faults' in whole ? { kind: 'invalid', faults: whole.faults } : putSession(session, whole);
      },
    },
    cdrs: {
      add: addCdr,
      find: async ({ connectionId, reference }) => (await store.get(keyOf('cdr', connectionId, reference))) as JsonObject | null,
    },
    commands: {
      async result({ secret, result }) {
        const kept = (await store.get(commandKey(secret))) as KeptCommand | null;
        if (!kept) return false;
        const start = await load(kept.authorizationReference);
        if (kept.command === 'START_SESSION' && start && !start.session && REFUSALS.includes(result.result)) {
          await save({ ...start, state: 'refused' });
          await listener().report(start.authorizationReference, nothingOf(start, 'refused'));
        }
        return true;
      },
    },
    async findToken({ connectionId, uid }) {
      const start = await load(uid);
      return start?.connectionId === connectionId && start.state === 'sent' ? { uid, type: 'AD_HOC_USER' } : null;
    },
  };
}
