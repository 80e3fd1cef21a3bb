import { createHash } from 'node:crypto';
import type { OcpiVersion } from '../messages/message.ts';
import { keyOf, type OcpiStore } from '../storage/store.ts';

export type CatalogueModule = 'tariffs' | 'locations';

export type NextPull = 'later' | 'soon' | 'at the next start';

/** How far the catalogue of a connection has been read; times as ISO. */
export interface PullState {
  version: OcpiVersion;
  /** When the last whole list that was read to its end was begun. */
  wholeAt: string | null;
  /** When it is to be read next. */
  nextAt: string;
  /** The latest change that was seen, by the peer's clock, and some minutes. */
  since: Readonly<Record<CatalogueModule, string | null>>;
  /** The whole list is to be begun after this, because the connection represents other parties since; missing: it is not. */
  wholeAfter?: string;
  /** Another process reads it until then; null: nobody does. */
  takenUntil: string | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Hours, not minutes (OCPI 2.2.1 §4). */
const DELTA_MS = 60 * MINUTE_MS;
/** Of a peer that cannot be asked. */
const KNOCK_MS = 5 * MINUTE_MS;
const WAIT_MS: Readonly<Record<NextPull, number>> = { later: DELTA_MS, soon: KNOCK_MS, 'at the next start': 0 };
const LEASE_MS = 5 * MINUTE_MS;
/** Whole lists are read in these hours, each connection at a minute of its own. */
const NIGHT_MS = { from: 60 * MINUTE_MS, length: 180 * MINUTE_MS };

const stateKey = (connectionId: string) => keyOf('pull', connectionId);
const iso = (ms: number): string => new Date(ms).toISOString();

/** The last time at which this connection's whole list should have been begun to be read. */
function lastNight(connectionId: string, now: Date): string {
  const splay = createHash('sha256').update(connectionId).digest().readUInt32BE(0) % NIGHT_MS.length;
  const tonight = Math.floor(now.getTime() / DAY_MS) * DAY_MS + NIGHT_MS.from + splay;
  return iso(tonight <= now.getTime() ? tonight : tonight - DAY_MS);
}

export interface PullLease {
  state: PullState;
  isWhole: boolean;
}

/** When the last whole list of a connection that was read to its end was begun; null: none was. */
export const wholeAt = async (store: Pick<OcpiStore, 'get'>, connectionId: string): Promise<string | null> =>
  ((await store.get(stateKey(connectionId))) as PullState | null)?.wholeAt ?? null;

const isOwed = ({ wholeAt, wholeAfter }: PullState): boolean =>
  wholeAfter !== undefined && (wholeAt === null || wholeAt < wholeAfter);

/** The whole list of a connection is read as soon as may be. */
export async function readAgain(rows: Pick<OcpiStore, 'get' | 'put'>, connectionId: string, now: Date): Promise<void> {
  const state = (await rows.get(stateKey(connectionId))) as PullState | null;
  if (state) await rows.put(stateKey(connectionId), { ...state, wholeAfter: now.toISOString(), nextAt: now.toISOString() });
}

/** Keeps which process reads what when. */
export interface PullStates {
  /** Null: it is not time, or another process is at it. `isAsked`: at once, and whole. */
  take(ask: { connectionId: string; version: OcpiVersion; isAsked?: boolean }): Promise<PullLease | null>;
  /** While pages still come. */
  hold(connectionId: string): Promise<void>;
  /** `wholeAt`, `since`: as far as it was read to its end. */
  done(
    connectionId: string,
    end: Partial<Pick<PullState, 'wholeAt'>> & { since: PullState['since']; next: NextPull },
  ): Promise<void>;
  /** The peer is back: what has changed meanwhile is asked for at once. */
  hurry(connectionId: string): Promise<void>;
}

export function createPullStateStore(store: OcpiStore, now: () => Date): PullStates {
  const change = (connectionId: string, to: (state: PullState) => PullState): Promise<void> =>
    store.inTransaction(async rows => {
      const state = (await rows.get(stateKey(connectionId))) as PullState | null;
      if (state) await rows.put(stateKey(connectionId), to(state));
    });
  const leaseEnd = () => iso(now().getTime() + LEASE_MS);
  return {
    async take({ connectionId, version, isAsked = false }) {
      // Asked every few seconds: only a turn that may be taken is worth a transaction.
      const before = (await store.get(stateKey(connectionId))) as PullState | null;
      if (!isAsked && before?.version === version && before.nextAt > now().toISOString()) return null;
      return store.inTransaction(async rows => {
        const at = now().toISOString();
        const known = (await rows.get(stateKey(connectionId))) as PullState | null;
        const fresh: PullState = {
          version,
          wholeAt: null,
          nextAt: at,
          since: { tariffs: null, locations: null },
          takenUntil: null,
        };
        const state = known?.version === version ? known : fresh;
        const isLeased = state.takenUntil !== null && state.takenUntil > at;
        if (!isAsked && (isLeased || state.nextAt > at)) return null;
        await rows.put(stateKey(connectionId), { ...state, takenUntil: leaseEnd() } satisfies PullState);
        const isWhole = isAsked || isOwed(state) || state.wholeAt === null || state.wholeAt < lastNight(connectionId, now());
        return { state, isWhole };
      });
    },
    hold: connectionId => change(connectionId, state => ({ ...state, takenUntil: leaseEnd() })),
    done: (connectionId, { next, ...read }) =>
      change(connectionId, state => ({
        ...state,
        ...read,
        nextAt: iso(now().getTime() + (next === 'later' && isOwed({ ...state, ...read }) ? 0 : WAIT_MS[next])),
        takenUntil: null,
      })),
    hurry: connectionId => change(connectionId, state => ({ ...state, nextAt: now().toISOString() })),
  };
}
