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

/** Of commands whose result may come: OCPI 2.2.1 §13 knows no longer time-out. */
const COMMAND_TTL_MS = DAY_MS;
/** As their CPO wrote them, for its changes of them. */
const SESSION_TTL_MS = 60 * DAY_MS;

export const sessionKey = ({ connectionId, country_code, party_id, id }: OwnedId): string =>
  keyOf('session', connectionId, country_code, party_id, id);
const commandKey = (secret: string) => `command:${tokenHash(secret)}`;

export interface StoredCommand {
  authorizationReference: string;
  connectionId: string;
  command: string;
}

/** Before a command is sent: its result comes to an address with this secret. */
export const saveCommand = (
  store: OcpiStore,
  { secret, command, now }: { secret: string; command: StoredCommand; now: Date },
): Promise<void> => putForAWhile(store, { key: commandKey(secret), json: command, keptMs: COMMAND_TTL_MS, now });
const findCommand = async (store: OcpiStore, secret: string) => (await store.get(commandKey(secret))) as StoredCommand | null;

/** What a station may say of a command that it does not carry out. Of all other words nothing is known. */
const REFUSALS: readonly string[] = ['EVSE_OCCUPIED', 'EVSE_INOPERATIVE', 'FAILED', 'REJECTED', 'NOT_SUPPORTED'];
const isRefusal = ({ result }: CommandResult): boolean => REFUSALS.includes(result.toUpperCase());

interface ReceiversDependencies {
  store: OcpiStore;
  now(): Date;
  listener(): StationListener;
  /** What was agreed with a peer. */
  agreedWith(connectionId: string): Promise<Agreement>;
  /** Asks for what has become of a start. */
  poll(start: StartRecord): Promise<unknown>;
  load(reference: string): Promise<StartRecord | null>;
  change(authorizationReference: string, changes: Partial<StartRecord>): Promise<void>;
  changeBy(authorizationReference: string, changesOf: (known: StartRecord) => Partial<StartRecord>): Promise<void>;
  records: Pick<PeerRecords, 'noteUnmatched'>;
  /** Of a session whose turn it is. */
  applyExclusively(connectionId: string, session: OcpiSession, quirks: readonly Quirk[]): Promise<void>;
  findStart(connectionId: string, named: NamesStart): Promise<StartRecord | null>;
  reportUnreadable: ReportUnreadable;
  addCdr: Receivers['cdrs']['add'];
}

interface KeepingReceivers extends Pick<Receivers, 'sessions' | 'cdrs' | 'commands'> {
  /** A start that is under way, by the uid of its token; null: there is none. */
  findAsked(ask: { connectionId: string; uid: string }): Promise<StartRecord | null>;
}

/** What CPOs push of sessions, CDRs and commands. */
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
  /** Some refuse what is over already: the session itself says whether it is. */
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
    // Stored is only what belongs to a start of ours, and of one start only so much.
    const start = await findStart(connectionId, value);
    if (!start) noteUnmatched(connectionId, session);
    const json = storedSession(raw);
    if (!start || json === null || !(known || hasRoom(start, 'sessions'))) return { kind: 'created' } as const;
    if (known) await store.put(key, json);
    else {
      const count = () => changeBy(start.authorizationReference, each => withOneMore(each, 'sessions'));
      await store.inTurn(startLockKey(connectionId, value), count);
      await putForAWhile(store, { key, json, keptMs: SESSION_TTL_MS, now: now() });
    }
    return { kind: known ? 'updated' : 'created' } as const;
  };

  return {
    sessions: {
      find: async session => (await store.get(sessionKey(session))) as JsonObject | null,
      put: ({ session, whole }) => store.inTurn(sessionKey(session), () => putSession(session, whole)),
      patch: ({ session, merge }) =>
        store.inTurn(sessionKey(session), async () => {
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
          // The CPO waits for our answer. Should this be lost, the next look at the session says the same.
          if (isRefusal(result)) void reportRefusedStop(start).catch(() => undefined);
        }
        return true;
      },
    },
    async findAsked({ connectionId, uid }) {
      const start = await load(uid);
      return start?.connectionId === connectionId && start.state === 'sent' ? start : null;
    },
  };
}
