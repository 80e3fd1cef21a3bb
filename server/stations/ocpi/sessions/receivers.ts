import { DAY_MS } from '../../../../shared/model/time.ts';
import type { StationListener } from '../../../core/ports/stationPort.ts';
import { putForAWhile } from '../../../platform/expiry.ts';
import type { Agreement } from '../connections/connections.ts';
import type { CommandResult } from '../messages/command.ts';
import type { Quirk } from '../messages/message.ts';
import { isObject, storedSession } from '../messages/patch.ts';
import type { JsonObject, OwnedId, Receivers, WholeSession } from '../messages/receiver.ts';
import type { OcpiSession } from '../messages/session.ts';
import { keyOf, type OcpiStore } from '../storage/store.ts';
import { tokenHash } from '../transport/tokens.ts';
import type { PeerRecords } from './peerRecords.ts';
import {
  hasRoom,
  isOver,
  type NamesStart,
  nothingOf,
  type StartRecord,
  snapshotOf,
  startLockKey,
  withOneMore,
} from './startRecords.ts';
import type { ReportUnreadable } from './unreadable.ts';

/** How long the result of a command is accepted. No timeout in OCPI 2.2.1 §13 is longer. */
const COMMAND_TTL_MS = DAY_MS;
/** How long a session is stored as the CPO sent it, so that later PATCH requests can be merged into it. */
const SESSION_TTL_MS = 60 * DAY_MS;

export const sessionKey = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  keyOf('session', connectionId, country_code, party_id, id);
const commandKey = (secret: string) => `command:${tokenHash(secret)}`;

export interface StoredCommand {
  authorizationReference: string;
  connectionId: string;
  command: string;
}

/** Stores a command before it is sent. `secret` is the last part of its response URL. */
export const saveCommand = (
  store: OcpiStore,
  { secret, command, now }: { secret: string; command: StoredCommand; now: Date },
): Promise<void> => putForAWhile(store, { key: commandKey(secret), json: command, ttlMs: COMMAND_TTL_MS, now });
const findCommand = async (store: OcpiStore, secret: string) => (await store.get(commandKey(secret))) as StoredCommand | null;

/** Results that prove that the station did not execute the command. After any other result, it may have executed the command. */
const REFUSALS: readonly string[] = ['EVSE_OCCUPIED', 'EVSE_INOPERATIVE', 'FAILED', 'REJECTED', 'NOT_SUPPORTED'];
const isRefusal = ({ result }: CommandResult): boolean => REFUSALS.includes(result.toUpperCase());

interface ReceiversDependencies {
  store: OcpiStore;
  now(): Date;
  listener(): StationListener;
  /** Returns the written agreement with the CPO of a connection. */
  agreedWith(connectionId: string): Promise<Agreement>;
  /** Polls the CPO platform for the session of a start. */
  poll(start: StartRecord): Promise<unknown>;
  load(reference: string): Promise<StartRecord | null>;
  change(authorizationReference: string, changes: Partial<StartRecord>): Promise<void>;
  changeBy(authorizationReference: string, changesOf: (known: StartRecord) => Partial<StartRecord>): Promise<void>;
  records: Pick<PeerRecords, 'noteUnmatched'>;
  /** Applies a session. The caller must hold the lock of the session. */
  applyExclusively(connectionId: string, session: OcpiSession, quirks: readonly Quirk[]): Promise<void>;
  findStart(connectionId: string, named: NamesStart): Promise<StartRecord | null>;
  reportUnreadable: ReportUnreadable;
  addCdr: Receivers['cdrs']['add'];
}

interface KeepingReceivers extends Pick<Receivers, 'sessions' | 'cdrs' | 'commands'> {
  /**
   * Finds a start by the uid of its token, unless the start was refused or cancelled.
   * @returns null if there is none
   */
  findRequested(request: { connectionId: string; uid: string }): Promise<StartRecord | null>;
}

/** Creates the receivers of pushed sessions, CDRs and command results. */
export function receiversOf({
  store,
  now,
  listener,
  agreedWith,
  load,
  change,
  changeBy,
  records,
  findStart,
  applyExclusively,
  reportUnreadable,
  addCdr,
  poll,
}: ReceiversDependencies): KeepingReceivers {
  /**
   * Reports a refused stop if the session is still running. Some CPO platforms refuse to stop a session that has ended, so the
   * session is polled first.
   */
  const reportRefusedStop = async (refused: StartRecord): Promise<void> => {
    const { authorizationReference } = refused;
    await poll(refused);
    const start = await load(authorizationReference);
    if (start && !isOver(start))
      await listener().report(authorizationReference, await snapshotOf({ store, start, since: null, agreedWith }));
  };

  const noteUnmatched = (
    connectionId: string,
    { country_code, party_id, id }: Pick<OwnedId, 'country_code' | 'party_id' | 'id'>,
  ) => records.noteUnmatched(connectionId, { module: 'sessions', name: `${country_code}*${party_id}*${id}` });

  const putSession = async (session: OwnedId, { raw, value, quirks }: WholeSession) => {
    const { connectionId } = session;
    const key = sessionKey(session);
    const known = await store.get(key);
    await applyExclusively(connectionId, value, quirks);
    // A new session is stored only if the app started it and the start has not reached its limit of stored sessions.
    const start = await findStart(connectionId, value);
    if (!start) noteUnmatched(connectionId, session);
    const json = storedSession(raw);
    if (!start || json === null || !(known || hasRoom(start, 'sessions'))) return { kind: 'created' } as const;
    if (known) await store.put(key, json);
    else {
      const count = () => changeBy(start.authorizationReference, each => withOneMore(each, 'sessions'));
      await store.withLease(startLockKey(connectionId, value), count);
      await putForAWhile(store, { key, json, ttlMs: SESSION_TTL_MS, now: now() });
    }
    return { kind: known ? 'updated' : 'created' } as const;
  };

  return {
    sessions: {
      find: async session => (await store.get(sessionKey(session))) as JsonObject | null,
      put: ({ session, whole }) => store.withLease(sessionKey(session), () => putSession(session, whole)),
      patch: ({ session, merge }) =>
        store.withLease(sessionKey(session), async () => {
          const stored = (await store.get(sessionKey(session))) as JsonObject | null;
          if (!stored) return { kind: 'unknown' };
          const whole = merge(stored);
          if (!('faults' in whole)) return putSession(session, whole);
          const { connectionId, id } = session;
          await reportUnreadable({ connectionId, module: 'sessions', raw: { ...stored, id }, faults: whole.faults });
          return { kind: 'invalid', faults: whole.faults };
        }),
      async unreadable({ session, body, faults }) {
        const { connectionId, id } = session;
        const raw = isObject(body) ? { ...body, id } : body;
        if (!(await reportUnreadable({ connectionId, module: 'sessions', raw, faults }))) noteUnmatched(connectionId, session);
      },
    },
    cdrs: {
      add: addCdr,
      find: async ({ connectionId, reference }) => (await store.get(keyOf('cdr', connectionId, reference))) as JsonObject | null,
    },
    commands: {
      async result({ secret, result }) {
        const sentCommand = await findCommand(store, secret);
        if (!sentCommand) return false;
        const start = await load(sentCommand.authorizationReference);
        if (sentCommand.command === 'START_SESSION' && start && !start.session && isRefusal(result)) {
          await change(start.authorizationReference, { state: 'refused' });
          await listener().report(start.authorizationReference, nothingOf(start, 'refused'));
        }
        if (sentCommand.command === 'STOP_SESSION' && start && !isOver(start)) {
          await change(start.authorizationReference, { isStopRefused: isRefusal(result) });
          // The report is not awaited, because the CPO waits for the response. If the report is lost, the next poll of the
          // session repeats it.
          if (isRefusal(result)) void reportRefusedStop(start).catch(() => undefined);
        }
        return true;
      },
    },
    async findRequested({ connectionId, uid }) {
      const start = await load(uid);
      return start?.connectionId === connectionId && start.state === 'sent' ? start : null;
    },
  };
}
