import { DAY_MS, HOUR_MS } from '../../../../shared/model/time.ts';
import type { Clock } from '../../../core/ports/ports.ts';
import type { PeerEndpoint, Peers } from '../connections/peers.ts';
import { readCdr } from '../messages/cdr.ts';
import { type MessageFault, type Quirk, readMessage } from '../messages/message.ts';
import { type OcpiSession, SESSION } from '../messages/session.ts';
import type { OcpiStore } from '../storage/store.ts';
import type { PeerClient } from '../transport/client.ts';
import { pullPages } from '../transport/pages.ts';
import type { OpenStart } from './startRecords.ts';
import type { Starts } from './starts.ts';
import { newCdrs, newSessions } from './updates.ts';

interface PullsDependencies {
  client: PeerClient;
  clock: Clock;
  store: Pick<OcpiStore, 'getSome'>;
  peers: Peers;
  starts: Starts;
  note(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void;
}

const UNREADABLE = Symbol('unreadable');
const NEVER = new AbortController().signal;
const DATE_FROM_MARGIN_MS = 10 * 60_000;
const OVERLAP_MS = 5 * 60_000;
const MAX_FAILED = 20;
/** Maximum number of errors that are logged per page, because a CPO platform usually makes the same mistake in every object. */
const MAX_REPORTED_FAULTS = 3;
/** Starts older than this are polled less often. Otherwise a single start that never ends would make every response long. */
const RECENT_MS = 2 * DAY_MS;
/** Sessions that ended longer ago than this, and starts that were cancelled longer ago, are polled less often. */
const SETTLED_MS = HOUR_MS;
const FULL_EVERY_MS = DAY_MS;

interface PullListOptions<T> {
  dateFrom: Date;
  /** Ends the pull early. Null: a caller waits for the response, so there are no retries. */
  signal: AbortSignal | null;
  /** Selects what is new in a page. While a session is open, the CPO platform lists the same objects in every poll. */
  select(messages: readonly unknown[]): Promise<readonly T[]>;
  /**
   * Applies an object. If the result is `UNREADABLE`, the list counts as incomplete: the object belongs to a session of the app
   * but is invalid.
   */
  apply(message: T): Promise<unknown>;
}

export type Pulls = ReturnType<typeof createPulls>;

/** Pulls the sessions and CDRs of open starts from the CPO platforms. */
export function createPulls({ client, clock, store: { getSome }, peers, starts, note }: PullsDependencies) {
  /** Objects are applied one by one. If one cannot be stored, the others are applied nevertheless. */
  const pull = async <T>(id: string, endpoint: PeerEndpoint, options: PullListOptions<T>) => {
    const { version: _, ...peer } = endpoint;
    let failed = 0;
    const receive = async (message: T): Promise<void> => {
      try {
        if ((await options.apply(message)) === UNREADABLE) failed++;
      } catch (error) {
        // After this many failures, the cause is probably not an object but, for example, the database.
        if (++failed > MAX_FAILED) throw error;
        const reason = error instanceof Error ? error.name : 'error';
        note('ocpi object not usable', { connection: id, module: endpoint.module, reason });
      }
    };
    const { received, isClean, fault } = await pullPages({
      client,
      clock,
      peer,
      signal: options.signal ?? NEVER,
      // If a caller waits or the CPO platform is unreachable, there are no retries.
      isHurried: options.signal === null || !peers.isReachable(id),
      dateFrom: options.dateFrom,
      async handle(items) {
        for (const message of await options.select(items)) await receive(message);
      },
    });
    note('ocpi list pulled', { connection: id, module: endpoint.module, received, clean: isClean, fault });
    return isClean && failed === 0;
  };

  const pullCdrs = async (id: string, dateFrom: Date, signal: PullListOptions<unknown>['signal']): Promise<boolean> => {
    const cdrs = await peers.endpoint(id, 'cdrs', 'SENDER');
    if (!cdrs) return false;
    const { version } = cdrs;
    return pull(id, cdrs, {
      dateFrom,
      signal,
      select: raws => newCdrs({ getSome, connectionId: id, reported: raws, version, open: starts.open }),
      apply: raw => addPulledCdr(starts, { connectionId: id, raw, version }),
    });
  };
  /** Maps a connection to the time of its last pull of all CDRs since the oldest open start. */
  const listedFullyAt = new Map<string, number>();
  const recently = (): number => clock.now().getTime() - RECENT_MS;

  /**
   * Pulls sessions and CDRs that changed since `requested`. Without a signal there are no retries, because a caller waits.
   * @returns false if the sessions could not be read completely
   */
  const since = async (id: string, requested: Date, signal: PullListOptions<unknown>['signal'] = null): Promise<boolean> => {
    const dateFrom = new Date(requested.getTime() - DATE_FROM_MARGIN_MS);
    const sessions = await peers.endpoint(id, 'sessions', 'SENDER');
    if (!sessions) return false;
    let isReadable = true;
    const isWhole = await pull(id, sessions, {
      dateFrom,
      signal,
      async select(messages) {
        const { read, unreadable } = readSessions(messages, { connectionId: id, version: sessions.version, note });
        if (await isAnyOurs(starts, id, unreadable)) isReadable = false;
        return onlyNew(read, { getSome, connectionId: id, now: clock.now() });
      },
      apply: ({ session, quirks }) => starts.receiveSession(id, session, quirks),
    });
    await pullCdrs(id, new Date(dateFrom.getTime() - OVERLAP_MS), signal);
    return isWhole && isReadable;
  };

  return {
    since,
    /** Pulls the sessions and CDRs of recent start requests that may still change. Runs every minute. */
    async sessions(id: string, signal: AbortSignal): Promise<void> {
      const settled = clock.now().getTime() - SETTLED_MS;
      const isLively = ({ requestedAt, settledAt }: OpenStart) =>
        Date.parse(requestedAt) >= recently() && (!settledAt || Date.parse(settledAt) >= settled);
      const requestTimes = (await starts.open(id)).filter(isLively).map(({ requestedAt }) => Date.parse(requestedAt));
      if (requestTimes.length > 0) await since(id, new Date(Math.min(...requestTimes)), signal);
    },
    /**
     * Pulls late CDRs, and credits of billed CDRs, in case a push was missed. Every hour it pulls those of the last two days,
     * and once a day those since the oldest open start. If it always pulled all of them, a single missing CDR would cause a long
     * list every hour.
     */
    async delayedCdrs(id: string, signal: AbortSignal): Promise<void> {
      const now = clock.now().getTime();
      const oldest = Math.min(...(await starts.open(id)).map(({ requestedAt }) => Date.parse(requestedAt)));
      const isFull = oldest < recently() && now >= (listedFullyAt.get(id) ?? 0) + FULL_EVERY_MS;
      const isWhole = await pullCdrs(id, new Date((isFull ? oldest : recently()) - DATE_FROM_MARGIN_MS), signal);
      if (isFull && isWhole) listedFullyAt.set(id, now);
    },
  };
}

async function addPulledCdr(
  starts: Pick<Starts, 'addCdr'>,
  { connectionId, raw, version }: { connectionId: string; raw: unknown; version: PeerEndpoint['version'] },
): Promise<unknown> {
  const added = await starts.addCdr({ connectionId, raw, reading: readCdr(raw, version) });
  return added?.kind === 'kept' ? UNREADABLE : added;
}

/**
 * Alerts staff of each invalid session that the app has started.
 * @returns true if there is such a session
 */
async function isAnyOurs(
  starts: Pick<Starts, 'reportUnreadable'>,
  connectionId: string,
  unreadable: readonly { raw: unknown; faults: readonly MessageFault[] }[],
): Promise<boolean> {
  let isOurs = false;
  for (const { raw, faults } of unreadable)
    if (await starts.reportUnreadable({ connectionId, module: 'sessions', raw, faults })) isOurs = true;
  return isOurs;
}

interface ReadSession {
  session: OcpiSession;
  quirks: readonly Quirk[];
}

/** Returns the sessions of a page that contain something new. */
async function onlyNew(read: readonly ReadSession[], page: { connectionId: string; now: Date } & Pick<OcpiStore, 'getSome'>) {
  const fresh = new Set(await newSessions({ ...page, reported: read.map(({ session }) => session) }));
  return read.filter(({ session }) => fresh.has(session));
}

/** Separates valid sessions from invalid ones, which may belong to a driver who is charging. Errors in messages are logged. */
function readSessions(
  messages: readonly unknown[],
  { connectionId, version, note }: { connectionId: string; version: PeerEndpoint['version'] } & Pick<PullsDependencies, 'note'>,
) {
  const read: ReadSession[] = [];
  const unreadable: { raw: unknown; faults: readonly MessageFault[] }[] = [];
  for (const raw of messages) {
    const reading = readMessage({ schema: SESSION, message: raw, version });
    if (reading.isValid) read.push({ session: reading.value, quirks: reading.quirks });
    else unreadable.push({ raw, faults: reading.faults });
  }
  for (const { path, reason } of unreadable.flatMap(({ faults }) => faults.slice(0, 1)).slice(0, MAX_REPORTED_FAULTS))
    note('ocpi object rejected', { connection: connectionId, module: 'sessions', path, reason });
  return { read, unreadable };
}
