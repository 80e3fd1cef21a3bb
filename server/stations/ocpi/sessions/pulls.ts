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
/** Faults that are told of one page: a peer that does it wrong does it wrong everywhere. */
const MAX_REPORTED_FAULTS = 3;
/** Older starts are asked about less often, or one that never ends would make every list long. */
const RECENT_MS = 2 * DAY_MS;
/** So are sessions that are over, and starts that were given up. */
const SETTLED_MS = HOUR_MS;
const FULL_EVERY_MS = DAY_MS;

interface PullListOptions<T> {
  dateFrom: Date;
  /** Null: somebody waits for the answer. */
  signal: AbortSignal | null;
  /** Of a page, those that say something new; all are listed again and again while one of them is open. */
  select(messages: readonly unknown[]): Promise<readonly T[]>;
  /** `UNREADABLE`: it is about a session of ours, so that the list is not known whole. */
  take(message: T): Promise<unknown>;
}

export type Pulls = ReturnType<typeof createPulls>;

/** What is asked of a CPO while drivers charge: the sessions and CDRs of starts that are not over. */
export function createPulls({ client, clock, store: { getSome }, peers, starts, note }: PullsDependencies) {
  /** One by one: an object that cannot be kept must not keep those behind it from coming, minute after minute. */
  const pull = async <T>(id: string, way: PeerEndpoint, ask: PullListOptions<T>) => {
    const { version: _, ...peer } = way;
    let failed = 0;
    const receive = async (message: T): Promise<void> => {
      try {
        if ((await ask.take(message)) === UNREADABLE) failed++;
      } catch (error) {
        // Where nothing can be kept, it is not for the objects.
        if (++failed > MAX_FAILED) throw error;
        const reason = error instanceof Error ? error.name : 'error';
        note('ocpi object not usable', { connection: id, module: way.module, reason });
      }
    };
    const end = await pullPages({
      client,
      clock,
      peer,
      signal: ask.signal ?? NEVER,
      // A peer that has failed for long is knocked at, no more.
      isHurried: ask.signal === null || !peers.isReachable(id),
      dateFrom: ask.dateFrom,
      async handle(items) {
        for (const message of await ask.select(items)) await receive(message);
      },
    });
    note('ocpi list pulled', {
      connection: id,
      module: way.module,
      received: end.received,
      clean: end.isClean,
      fault: end.fault,
    });
    return end.isClean && failed === 0;
  };

  const pullCdrs = async (id: string, dateFrom: Date, signal: PullListOptions<unknown>['signal']): Promise<boolean> => {
    const cdrs = await peers.way(id, 'cdrs', 'SENDER');
    if (!cdrs) return false;
    const { version } = cdrs;
    return pull(id, cdrs, {
      dateFrom,
      signal,
      select: raws => newCdrs({ getSome, connectionId: id, told: raws, version, open: starts.open }),
      take: raw => addPulledCdr(starts, { connectionId: id, raw, version }),
    });
  };
  /** When the CDRs of each connection were last listed since the oldest start without one. */
  const listedFullyAt = new Map<string, number>();
  const recently = (): number => clock.now().getTime() - RECENT_MS;

  /** Sessions and CDRs; tried once where no signal ends it, because somebody waits. False: the peer did not answer. */
  const since = async (id: string, asked: Date, signal: PullListOptions<unknown>['signal'] = null): Promise<boolean> => {
    const dateFrom = new Date(asked.getTime() - DATE_FROM_MARGIN_MS);
    const sessions = await peers.way(id, 'sessions', 'SENDER');
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
      take: ({ session, quirks }) => starts.takeSession(id, session, quirks),
    });
    await pullCdrs(id, new Date(dateFrom.getTime() - OVERLAP_MS), signal);
    return isWhole && isReadable;
  };

  return {
    since,
    /** Since the oldest recent start of which there may be news every minute. */
    async sessions(id: string, signal: AbortSignal): Promise<void> {
      const settled = clock.now().getTime() - SETTLED_MS;
      const isLively = ({ askedAt, settledAt }: OpenStart) =>
        Date.parse(askedAt) >= recently() && (!settledAt || Date.parse(settledAt) >= settled);
      const requestTimes = (await starts.open(id)).filter(isLively).map(({ askedAt }) => Date.parse(askedAt));
      if (requestTimes.length > 0) await since(id, new Date(Math.min(...requestTimes)), signal);
    },
    /**
     * CDRs that are awaited for days, and credits of what was billed already: whoever has missed a push learns of them here. Those
     * of the last days every hour; since the oldest start without one once a day, or a single CDR that never comes would have all
     * there ever was listed each hour.
     */
    async lateCdrs(id: string, signal: AbortSignal): Promise<void> {
      const now = clock.now().getTime();
      const oldest = Math.min(...(await starts.open(id)).map(({ askedAt }) => Date.parse(askedAt)));
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

/** Whether one of these is about a start of ours; a person is alerted of each that is. */
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

/** Those of a page that say something new. */
async function onlyNew(read: readonly ReadSession[], page: { connectionId: string; now: Date } & Pick<OcpiStore, 'getSome'>) {
  const fresh = new Set(await newSessions({ ...page, told: read.map(({ session }) => session) }));
  return read.filter(({ session }) => fresh.has(session));
}

/** Those that can be read, and those that cannot: a driver may charge by one of these. The log says what is wrong with them. */
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
