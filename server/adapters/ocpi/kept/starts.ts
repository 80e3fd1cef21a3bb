import type { OddityListener, StationAddress, StationListener } from '../../../operator/stationPort.ts';
import type { JsonObject, OwnedId, Receivers, WholeSession } from '../endpoints/receiver.ts';
import { type KnownSession, stationOfSession } from '../mapping/stationSession.ts';
import type { OcpiCdr } from '../messages/cdr.ts';
import type { OcpiSession } from '../messages/session.ts';
import { tokenHash } from '../transport/tokens.ts';
import { keepCdrs } from './cdrs.ts';
import { createOtherSessions, isOfSecond, isOtherSession, type OtherSessionsDependencies } from './otherSessions.ts';
import { isOver, type KeptStart, keptKnown, knownOf, nothingOf, snapshotOf } from './startRecords.ts';
import { keyOf, type OcpiStore } from './store.ts';

export interface StartsDependencies extends Omit<OtherSessionsDependencies, 'change' | 'listener'> {
  store: OcpiStore;
  listener(): StationListener & OddityListener;
  now(): Date;
  /** The meter has risen, so long after it was last told. */
  noteGap(address: StationAddress, seconds: number): void;
  /** Asks a connection for its sessions. */
  poll(connectionId: string): Promise<unknown>;
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
export function keepStarts({ store, listener, now, noteGap, poll, ...dependencies }: StartsDependencies) {
  const load = async (reference: string) => (await store.get(startKey(reference))) as KeptStart | null;
  /** In one transaction with what is stored: a session and the result of a command may be told at the same time. */
  const change = (authorizationReference: string, changes: Partial<KeptStart>): Promise<void> =>
    store.inTransaction(async rows => {
      const known = (await rows.get(startKey(authorizationReference))) as KeptStart | null;
      await rows.put(startKey(authorizationReference), { ...known, ...changes });
    });

  const others = createOtherSessions({ ...dependencies, listener, change });

  /** Whose session or CDR this is: by our reference, or by the token that was made for one start. */
  const findStart = async (connectionId: string, message: OcpiSession | OcpiCdr) => {
    const { authorization_reference, cdr_token } = message;
    for (const reference of [authorization_reference, cdr_token.uid]) {
      const start = reference ? await load(reference) : null;
      if (start?.connectionId !== connectionId) continue;
      return isOfSecond(start, message) ? null : start;
    }
    return null;
  };

  const takeSession = async (connectionId: string, session: OcpiSession): Promise<void> => {
    const start = await findStart(connectionId, session);
    if (!start) return others.takeUnasked(connectionId, session);
    if (isOtherSession(start, session)) return others.takeSecond(start, session);
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

  const { addCdr } = keepCdrs({ store, listener, findStart, change });

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
