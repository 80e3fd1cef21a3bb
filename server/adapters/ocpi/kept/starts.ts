import type { KeyValueStore } from '../../../operator/ports.ts';
import type { StationListener } from '../../../operator/stationPort.ts';
import type { JsonObject, OwnedId, Receivers, WholeSession } from '../endpoints/receiver.ts';
import { stationOfSession } from '../mapping/stationSession.ts';
import type { OcpiSession } from '../messages/session.ts';
import type { Agreement } from '../registration/connections.ts';
import { tokenHash } from '../transport/tokens.ts';
import { keepCdrs, type NamesStart } from './cdrs.ts';
import { type KeptStart, keptKnown, knownOf, LONGEST_OPEN_MS, nothingOf, type OpenStart, snapshotOf } from './startRecords.ts';
import { keyOf, type OcpiStore } from './store.ts';

export interface StartsDependencies {
  store: OcpiStore;
  listener(): StationListener;
  /** What was agreed with a peer. */
  agreedWith(connectionId: string): Promise<Agreement>;
  now(): Date;
}

export type Starts = ReturnType<typeof keepStarts>;

const startKey = (reference: string) => `start:${reference.toUpperCase()}`;
const sessionKey = ({ connectionId, country_code, party_id, id }: OwnedId) =>
  keyOf('session', connectionId, country_code, party_id, id);
const openKey = (connectionId: string, reference: string) => `open:${connectionId}:${reference.toUpperCase()}`;
const commandKey = (secret: string) => `command:${tokenHash(secret)}`;

interface KeptCommand {
  authorizationReference: string;
  connectionId: string;
  command: string;
}

/** What a station may say of a command that it does not carry out. Of all other words nothing is known. */
const REFUSALS: readonly string[] = ['EVSE_OCCUPIED', 'EVSE_INOPERATIVE', 'FAILED', 'REJECTED', 'NOT_SUPPORTED'];

/** Starts, and what CPOs tell of the sessions that follow them. */
export function keepStarts({ store, listener, agreedWith, now }: StartsDependencies) {
  const load = async (reference: string) => (await store.get(startKey(reference))) as KeptStart | null;
  /** In one transaction with what is stored: a session and its CDR may be told at the same time. */
  const change = (authorizationReference: string, changes: Partial<KeptStart>): Promise<void> =>
    store.inTransaction(async rows => {
      const known = (await rows.get(startKey(authorizationReference))) as KeptStart | null;
      await keepStart(rows, { ...known, ...changes } as KeptStart);
    });

  /** Whose session or CDR this is: by our reference, or by the token that was made for one start. */
  const findStart = async (connectionId: string, { authorization_reference, cdr_token }: NamesStart) => {
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
    await change(authorizationReference, {
      session: { country_code, party_id, id },
      known: keptKnown(told.known),
      startedAt: startedAt?.toISOString() ?? start.startedAt,
      endedAt: endedAt?.toISOString() ?? start.endedAt,
    });
  };

  const { addCdr } = keepCdrs({ store, listener, agreedWith, findStart, change });

  return {
    load,
    add: (start: KeptStart) => store.inTransaction(rows => keepStart(rows, start)),
    change,
    takeSession,
    addCdr,
    receivers: receiversOf({ store, listener, load, change, takeSession, addCdr }),
    /** Before a command is sent: its result comes to an address with this secret. */
    expectResult: (secret: string, command: KeptCommand) => store.put(commandKey(secret), command),
    /** Starts of a connection that are not over: their sessions are asked for. Those that nobody will ever end are left out. */
    async open(connectionId: string): Promise<readonly OpenStart[]> {
      const all = (await store.list(openKey(connectionId, ''))).map(({ json }) => json as OpenStart);
      const since = now().getTime() - LONGEST_OPEN_MS;
      for (const { authorizationReference, askedAt } of all)
        if (Date.parse(askedAt) < since) await store.delete(openKey(connectionId, authorizationReference));
      return all.filter(({ askedAt }) => Date.parse(askedAt) >= since);
    },
    snapshot: async (start: KeptStart, since: Date | null) =>
      snapshotOf({ store, start, since, agreed: await agreedWith(start.connectionId) }),
  };
}

/** Open starts have rows of their own, or looking for them would take longer with every start there has ever been. */
async function keepStart(rows: KeyValueStore, start: KeptStart): Promise<void> {
  const { authorizationReference, connectionId, askedAt, state, cdr } = start;
  await rows.put(startKey(authorizationReference), start);
  const key = openKey(connectionId, authorizationReference);
  if (state === 'sent' && cdr === null)
    await rows.put(key, { authorizationReference, connectionId, askedAt } satisfies OpenStart);
  else await rows.delete(key);
}

interface Kept extends Pick<StartsDependencies, 'store' | 'listener'> {
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
          await change(start.authorizationReference, { state: 'refused' });
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
