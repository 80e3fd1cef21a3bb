import type { KeyValueStore } from '../../../core/ports/ports.ts';
import type { AnomalyListener, StationAddress, StationListener } from '../../../core/ports/stationPort.ts';
import type { Agreement } from '../connections/connections.ts';
import type { Quirk } from '../messages/message.ts';
import type { OcpiSession } from '../messages/session.ts';
import type { OcpiStore } from '../storage/store.ts';
import { createCdrReceiver } from './cdrs.ts';
import { createOpenStartStore, openKey } from './openStarts.ts';
import { createOtherSessions, isOtherSession, type OtherSessionsDependencies } from './otherSessions.ts';
import type { PeerRecords } from './peerRecords.ts';
import { receiversOf, type StoredCommand, saveCommand, sessionKey } from './receivers.ts';
import { createStartFinder } from './startFinder.ts';
import { knownOf, type OpenStart, type StartRecord, snapshotOf, startLockKey, toStoredKnownSession } from './startRecords.ts';
import { type KnownSession, stationOfSession } from './stationSession.ts';
import { createUnreadable } from './unreadable.ts';

export interface StartsDependencies extends Omit<OtherSessionsDependencies, 'change' | 'listener'> {
  store: OcpiStore;
  records: PeerRecords;
  listener(): StationListener & AnomalyListener;
  /** Returns the written agreement with the CPO of a connection. */
  agreedWith(connectionId: string): Promise<Agreement>;
  now(): Date;
  /** Called when a session's energy has risen, with the seconds since the previous meter reading. */
  noteGap(address: StationAddress, seconds: number): void;
  /** Polls the CPO platform for the session of a start. */
  poll(start: StartRecord): Promise<unknown>;
}

export type Starts = ReturnType<typeof createStarts>;

export const startKey = (reference: string) => `start:${reference.toUpperCase()}`;

/** Stores starts, and applies the CPOs' messages about their sessions. */
export function createStarts({ store, listener, agreedWith, now, noteGap, poll, records, ...dependencies }: StartsDependencies) {
  const { open, runningOf, count } = createOpenStartStore({ store, now });
  const load = async (reference: string) => (await store.get(startKey(reference))) as StartRecord | null;
  /** Changes a start in a transaction, because a session, a CDR and a command result may arrive at the same time. */
  const changeBy = (authorizationReference: string, changesOf: (known: StartRecord) => Partial<StartRecord>): Promise<void> =>
    store.inTransaction(async rows => {
      const known = (await rows.get(startKey(authorizationReference))) as StartRecord;
      await saveStart(rows, { ...known, ...changesOf(known) });
    });
  const change = (authorizationReference: string, changes: Partial<StartRecord>): Promise<void> =>
    changeBy(authorizationReference, () => changes);

  const others = createOtherSessions({ ...dependencies, listener, change });

  const findStart = createStartFinder({ load, open });
  const reportUnreadable = createUnreadable({ listener, findStart, change, records });

  const applySession = async (connectionId: string, session: OcpiSession, quirks: readonly Quirk[]): Promise<void> => {
    const start = await findStart(connectionId, session);
    if (!start) return others.reportUnrequested(connectionId, session);
    records.noteHabits(connectionId, quirks);
    if (isOtherSession(start, session)) return others.handleSecond(start, session);
    if (start.cdr !== null) return;
    const { authorizationReference } = start;
    const report = reportOfSession(start, session, now());
    await listener().report(authorizationReference, report.station);
    const gapS = gapOf(start, report.known);
    if (gapS !== null) noteGap(start.address, gapS);
    // The report is computed again from the stored start, because another process may have changed it meanwhile.
    await changeBy(authorizationReference, known => reportOfSession(known, session, now()).stored);
  };
  /**
   * Applies a session while holding the lock of its start. Otherwise concurrent messages about two sessions of one start could
   * overwrite each other. The caller must hold the lock of the session.
   */
  const applyExclusively = (connectionId: string, session: OcpiSession, quirks: readonly Quirk[]): Promise<void> =>
    store.withLease(startLockKey(connectionId, session), () => applySession(connectionId, session, quirks));
  /**
   * Messages about one session are applied one after the other, so that an older message does not overwrite the end of the
   * session.
   */
  const receiveSession = (connectionId: string, session: OcpiSession, quirks: readonly Quirk[] = []): Promise<void> =>
    store.withLease(sessionKey({ ...session, connectionId }), () => applyExclusively(connectionId, session, quirks));

  const { addCdr } = createCdrReceiver({ store, listener, agreedWith, findStart, change, changeBy, reportUnreadable, records });

  return {
    load,
    change,
    /**
     * Stores a start unless it exists already. If two calls coincide, only one of them stores it.
     * @returns null if the start is new, otherwise the stored start
     */
    begin: (start: StartRecord): Promise<StartRecord | null> =>
      store.inTransaction(async rows => {
        const known = (await rows.get(startKey(start.authorizationReference))) as StartRecord | null;
        if (!known) await saveStart(rows, start);
        return known;
      }),
    receiveSession,
    reportUnreadable,
    addCdr,
    receivers: receiversOf({
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
    }),
    /** Stores a command before it is sent. `secret` is the last part of its response URL. */
    expectResult: (secret: string, command: StoredCommand) => saveCommand(store, { secret, command, now: now() }),
    open,
    runningOf,
    count,
    snapshot: async (start: StartRecord, since: Date | null) => snapshotOf({ store, start, since, agreedWith }),
  };
}

/** Converts a session to a report, and to the fields that the start stores. */
export function reportOfSession(start: StartRecord, session: OcpiSession, now: Date) {
  const { authorizationReference } = start;
  const { country_code, party_id, id } = session;
  const { station, known } = stationOfSession({ authorizationReference, session, known: knownOf(start.known), now });
  const stored = {
    session: { country_code, party_id, id },
    known: toStoredKnownSession(known),
    startedAt: station.startedAt?.toISOString() ?? start.startedAt,
    endedAt: station.endedAt?.toISOString() ?? start.endedAt,
  };
  return { station, known, stored };
}

/** Stores a start. If the start is open, a second row is stored, so that open starts are found without reading all starts. */
async function saveStart(rows: KeyValueStore, start: StartRecord): Promise<void> {
  const { authorizationReference, connectionId, requestedAt, state, isRefused, session, cdr, known, endedAt, givenUpAt } = start;
  await rows.put(startKey(authorizationReference), start);
  const key = openKey(connectionId, authorizationReference);
  const hasEnded = known?.state === 'ended';
  const isGivenUp = state !== 'sent' && (known === null || known.state === 'cancelled');
  const settledAt = hasEnded || isGivenUp ? (endedAt ?? givenUpAt ?? requestedAt) : null;
  const sessionId = session?.id ?? null;
  const open: OpenStart = { authorizationReference, connectionId, requestedAt, hasEnded, isGivenUp, settledAt, sessionId };
  // A session may begin although the start was cancelled, or although the station has refused it. Such a start therefore stays
  // open.
  if ((!isRefused || known !== null) && cdr === null) await rows.put(key, open);
  else await rows.delete(key);
}

/** Returns the seconds between two meter readings. Null: the energy has not risen. */
function gapOf({ known }: StartRecord, { lastReading: now }: KnownSession): number | null {
  const before = knownOf(known)?.lastReading;
  return before && now && now.energyWh > before.energyWh ? (now.at.getTime() - before.at.getTime()) / 1000 : null;
}
