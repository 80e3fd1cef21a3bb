import type { OddityListener, StationAddress, StationListener } from '../../../operator/stationPort.ts';
import type { JsonObject, OwnedId, Receivers, WholeSession } from '../endpoints/receiver.ts';
import { stationOfCdr } from '../mapping/stationOfCdr.ts';
import { type KnownSession, stationOfSession } from '../mapping/stationSession.ts';
import type { OcpiCdr } from '../messages/cdr.ts';
import { isSameId } from '../messages/message.ts';
import type { OcpiSession } from '../messages/session.ts';
import type { Party } from '../transport/headers.ts';
import { tokenHash } from '../transport/tokens.ts';
import { isOver, type KeptStart, keptKnown, knownOf, nothingOf, snapshotOf } from './startRecords.ts';
import { keyOf, type OcpiStore } from './store.ts';

export interface StartsDependencies {
  store: OcpiStore;
  listener(): StationListener & OddityListener;
  now(): Date;
  /** Ours. */
  party: Party;
  /** The meter has risen, so long after it was last told. */
  noteGap(address: StationAddress, seconds: number): void;
  /** Asks a connection for its sessions. */
  poll(connectionId: string): Promise<unknown>;
  /** Stops a session that nobody has asked for. */
  stopOther(start: KeptStart, session: NonNullable<KeptStart['session']>): Promise<unknown>;
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

/** A CPO that makes ever more sessions of one start. */
const MOST_OTHERS = 10;

/** What a station may say of a command that it does not carry out. Of all other words nothing is known. */
const REFUSALS: readonly string[] = ['EVSE_OCCUPIED', 'EVSE_INOPERATIVE', 'FAILED', 'REJECTED', 'NOT_SUPPORTED'];

/** Starts, and what CPOs tell of the sessions that follow them. */
export function keepStarts({ store, listener, now, party, noteGap, poll, stopOther }: StartsDependencies) {
  const load = async (reference: string) => (await store.get(startKey(reference))) as KeptStart | null;
  /** In one transaction with what is stored: a session and the result of a command may be told at the same time. */
  const change = (authorizationReference: string, changes: Partial<KeptStart>): Promise<void> =>
    store.inTransaction(async rows => {
      const known = (await rows.get(startKey(authorizationReference))) as KeptStart | null;
      await rows.put(startKey(authorizationReference), { ...known, ...changes });
    });

  /** Whose session or CDR this is: by our reference, or by the token that was made for one start. */
  const findStart = async (connectionId: string, message: OcpiSession | OcpiCdr) => {
    const { authorization_reference, cdr_token } = message;
    for (const reference of [authorization_reference, cdr_token.uid]) {
      const start = reference ? await load(reference) : null;
      if (start?.connectionId !== connectionId) continue;
      const { session_id } = message as { session_id?: string };
      // The account of another session than the one that is billed.
      const isOther = session_id !== undefined && (start.others ?? []).some(other => isSameId(other, session_id));
      return isOther ? null : start;
    }
    return null;
  };

  /** It is stopped at every message, until it has ended; what it charges is nobody's. */
  const takeOther = async (start: KeptStart, session: OcpiSession): Promise<void> => {
    const { country_code, party_id, id, status } = session;
    const { authorizationReference, others = [] } = start;
    if (!others.some(other => isSameId(other, id)))
      await change(authorizationReference, { others: [...others, id].slice(-MOST_OTHERS) });
    const why = 'a second session of one start';
    await listener().reportOddity({ why, authorizationReference, session: nameOf(start.connectionId, session) });
    // The CPO waits for our answer to this message.
    if (status === 'ACTIVE' || status === 'PENDING') void stopOther(start, { country_code, party_id, id }).catch(() => undefined);
  };

  const takeSession = async (connectionId: string, session: OcpiSession): Promise<void> => {
    const start = await findStart(connectionId, session);
    if (!start) {
      const why = 'a session without a start of ours';
      if (isForUs(session, party))
        await listener().reportOddity({ why, authorizationReference: null, session: nameOf(connectionId, session) });
      return;
    }
    const isOther = start.session !== null && !isSameId(start.session.id, session.id) && start.known?.state !== 'cancelled';
    if (isOther) return takeOther(start, session);
    if (start.cdr !== null) return;
    const { authorizationReference } = start;
    const { country_code, party_id, id } = session;
    const told = stationOfSession({ authorizationReference, session, known: knownOf(start.known), now: now() });
    const { startedAt, endedAt } = told.station;
    await listener().report(authorizationReference, told.station);
    const gapS = gapOf(start, told.known);
    if (gapS !== null) noteGap(start.address, gapS);
    await change(authorizationReference, {
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
    await change(authorizationReference, { cdr: reference, endedAt: cdr.end_date_time.toISOString() });
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

  /** Starts that are not over: their sessions are asked for. */
  const open = async (): Promise<readonly KeptStart[]> => {
    const all = (await store.list('start:')).map(({ json }) => json as KeptStart);
    return all.filter(({ state, cdr }) => state === 'sent' && cdr === null);
  };

  return {
    load,
    change,
    /** Null: it is new. Else the one that is known; of two calls at the same moment one begins. */
    begin: (start: KeptStart): Promise<KeptStart | null> =>
      store.inTransaction(async rows => {
        const known = (await rows.get(startKey(start.authorizationReference))) as KeptStart | null;
        if (!known) await rows.put(startKey(start.authorizationReference), start);
        return known;
      }),
    takeSession,
    addCdr,
    receivers: receiversOf({ store, listener, load, change, takeSession, addCdr, poll }),
    /** Before a command is sent: its result comes to an address with this secret. */
    expectResult: (secret: string, command: KeptCommand) => store.put(commandKey(secret), command),
    open,
    /** Of a connection: starts whose sessions are not over, and sessions that are over and have no CDR. */
    async count(connectionId: string): Promise<{ openStarts: number; awaitedCdrs: number }> {
      const all = (await open()).filter(start => start.connectionId === connectionId);
      const awaitedCdrs = all.filter(({ known }) => known?.state === 'ended').length;
      return { openStarts: all.length - awaitedCdrs, awaitedCdrs };
    },
    snapshot: (start: KeptStart, since: Date | null) => snapshotOf(store, start, since),
  };
}

/** Seconds between two readings of a meter that runs; null: there are no two. */
function gapOf({ known }: KeptStart, { lastReading: now }: KnownSession): number | null {
  const before = knownOf(known)?.lastReading;
  return before && now && now.energyWh > before.energyWh ? (now.at.getTime() - before.at.getTime()) / 1000 : null;
}

/** A hub tells of everybody's sessions; only those by a token of ours concern us. */
const isForUs = ({ cdr_token: { country_code, party_id } }: OcpiSession, party: Party): boolean =>
  (country_code === undefined || isSameId(country_code, party.country_code)) &&
  (party_id === undefined || isSameId(party_id, party.party_id));

/** As a person finds it at the CPO. */
const nameOf = (connectionId: string, { country_code, party_id, id }: OcpiSession): string =>
  `ocpi:${connectionId}/${country_code}*${party_id}*${id}`;

interface Kept extends Pick<StartsDependencies, 'store' | 'listener' | 'poll'> {
  load(reference: string): Promise<KeptStart | null>;
  change(authorizationReference: string, changes: Partial<KeptStart>): Promise<void>;
  takeSession(connectionId: string, session: OcpiSession): Promise<void>;
  addCdr: Receivers['cdrs']['add'];
}

/** What CPOs push of sessions, CDRs and commands. */
function receiversOf({
  store,
  listener,
  load,
  change,
  takeSession,
  addCdr,
  poll,
}: Kept): Pick<Receivers, 'sessions' | 'cdrs' | 'commands' | 'findToken'> {
  /** Some refuse what is over already: the session itself says whether it is. */
  const tellRefusedStop = async ({ authorizationReference, connectionId }: KeptStart): Promise<void> => {
    await poll(connectionId);
    const start = await load(authorizationReference);
    if (start && !isOver(start)) await listener().report(authorizationReference, await snapshotOf(store, start, null));
  };

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
          await change(start.authorizationReference, { state: 'refused' });
          await listener().report(start.authorizationReference, nothingOf(start, 'refused'));
        }
        if (kept.command === 'STOP_SESSION' && start && !isOver(start)) {
          await change(start.authorizationReference, { isStopRefused: REFUSALS.includes(result.result) });
          // The CPO waits for our answer. Should this be lost, the next look at the session says the same.
          if (REFUSALS.includes(result.result)) void tellRefusedStop(start).catch(() => undefined);
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
