import { createHash } from 'node:crypto';
import type { OcpiVersion } from '../messages/message.ts';
import { keyOf, type OcpiStore } from '../storage/store.ts';

export type CatalogueModule = 'tariffs' | 'locations';

export type NextPull = 'later' | 'soon' | 'at the next start';

/** The progress of one connection's catalogue pulls. Times are ISO strings. */
export interface PullState {
  version: OcpiVersion;
  /** Start of the last whole pull that was completed. Null: none was completed. */
  wholeAt: string | null;
  /** The earliest time of the next pull. */
  nextAt: string;
  /**
   * For each module, the time of the latest received change by the CPO platform's clock, minus an overlap of five minutes. Null:
   * everything is requested.
   */
  since: Readonly<Record<CatalogueModule, string | null>>;
  /**
   * When the represented parties last changed. A whole pull must begin after this time. Missing: no additional whole pull is
   * required.
   */
  wholeAfter?: string;
  /** End of the lease of the process that is pulling. Null: no process is pulling. */
  leasedUntil: string | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Interval of delta pulls. OCPI 2.2.1 §4 recommends hours rather than minutes. */
const DELTA_MS = 60 * MINUTE_MS;
/** Retry interval while a CPO platform does not respond. */
const KNOCK_MS = 5 * MINUTE_MS;
const WAIT_MS: Readonly<Record<NextPull, number>> = { later: DELTA_MS, soon: KNOCK_MS, 'at the next start': 0 };
const LEASE_MS = 5 * MINUTE_MS;
/**
 * Whole pulls begin between 01:00 and 04:00 UTC. Each connection has a fixed minute, so that the pulls are spread over this
 * time.
 */
const NIGHT_MS = { from: 60 * MINUTE_MS, length: 180 * MINUTE_MS };

const stateKey = (connectionId: string) => keyOf('pull', connectionId);
const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns the last time at which the connection's nightly whole pull became due. */
function lastNight(connectionId: string, now: Date): string {
  const splay = createHash('sha256').update(connectionId).digest().readUInt32BE(0) % NIGHT_MS.length;
  const tonight = Math.floor(now.getTime() / DAY_MS) * DAY_MS + NIGHT_MS.from + splay;
  return iso(tonight <= now.getTime() ? tonight : tonight - DAY_MS);
}

export interface PullLease {
  state: PullState;
  isWhole: boolean;
}

/** Returns the start of the connection's last completed whole pull. Null: none was completed. */
export const wholeAt = async (store: Pick<OcpiStore, 'get'>, connectionId: string): Promise<string | null> =>
  ((await store.get(stateKey(connectionId))) as PullState | null)?.wholeAt ?? null;

const isOwed = ({ wholeAt, wholeAfter }: PullState): boolean =>
  wholeAfter !== undefined && (wholeAt === null || wholeAt < wholeAfter);

/** Schedules a whole pull of the connection as soon as possible. */
export async function readAgain(rows: Pick<OcpiStore, 'get' | 'put'>, connectionId: string, now: Date): Promise<void> {
  const state = (await rows.get(stateKey(connectionId))) as PullState | null;
  if (state) await rows.put(stateKey(connectionId), { ...state, wholeAfter: now.toISOString(), nextAt: now.toISOString() });
}

/** Stores when the next pulls are due, and which process is pulling at the moment. */
export interface PullStates {
  /**
   * Claims a pull of the connection for this process. With `isRequested`, the pull covers the whole catalogue and need not be due.
   * @returns null if no pull is due, or if another process is pulling
   */
  claim(request: { connectionId: string; version: OcpiVersion; isRequested?: boolean }): Promise<PullLease | null>;
  /** Extends the claim of this process. Called for every page that was received. */
  hold(connectionId: string): Promise<void>;
  /** Ends a pull and releases the claim. `wholeAt` and `since` state what was read completely. */
  done(
    connectionId: string,
    end: Partial<Pick<PullState, 'wholeAt'>> & { since: PullState['since']; next: NextPull },
  ): Promise<void>;
  /** Makes a pull due now, because the CPO platform is reachable again. */
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
    async claim({ connectionId, version, isRequested = false }) {
      // `claim` is called every few seconds. This read avoids a transaction while no pull is due.
      const before = (await store.get(stateKey(connectionId))) as PullState | null;
      if (!isRequested && before?.version === version && before.nextAt > now().toISOString()) return null;
      return store.inTransaction(async rows => {
        const at = now().toISOString();
        const known = (await rows.get(stateKey(connectionId))) as PullState | null;
        const fresh: PullState = {
          version,
          wholeAt: null,
          nextAt: at,
          since: { tariffs: null, locations: null },
          leasedUntil: null,
        };
        const state = known?.version === version ? known : fresh;
        const isLeased = state.leasedUntil !== null && state.leasedUntil > at;
        if (!isRequested && (isLeased || state.nextAt > at)) return null;
        await rows.put(stateKey(connectionId), { ...state, leasedUntil: leaseEnd() } satisfies PullState);
        const isWhole = isRequested || isOwed(state) || state.wholeAt === null || state.wholeAt < lastNight(connectionId, now());
        return { state, isWhole };
      });
    },
    hold: connectionId => change(connectionId, state => ({ ...state, leasedUntil: leaseEnd() })),
    done: (connectionId, { next, ...read }) =>
      change(connectionId, state => ({
        ...state,
        ...read,
        nextAt: iso(now().getTime() + (next === 'later' && isOwed({ ...state, ...read }) ? 0 : WAIT_MS[next])),
        leasedUntil: null,
      })),
    hurry: connectionId => change(connectionId, state => ({ ...state, nextAt: now().toISOString() })),
  };
}
