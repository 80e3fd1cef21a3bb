import type { Clock } from '../../../operator/ports.ts';

/** What a peer may ask at one go, and per second in the long run, however little it does for us. */
const LEAST = { atOnce: 200, perSecond: 20 };
/** Of a session that is under way: whole when it begins, and a change every ten seconds. */
const OF_A_SESSION = { atOnce: 1, perSecond: 0.1 };
/** Of a point that is sold: its states, and now and then all of it anew. */
const OF_A_POINT = { atOnce: 0.05, perSecond: 0.001 };

/** What a connection is for us. */
export interface ConnectionSize {
  /** Sessions that are under way there. */
  running: number;
  /** Points of it that are sold. */
  points: number;
}

/**
 * How many requests each connection may send: what a peer sends in earnest grows with the sessions that drivers have begun there, and
 * with its points. By the app's clock, which all times of sessions come from. One entry for each connection.
 */
export function createAllowance(clock: Pick<Clock, 'now'>, sizeOf: (connectionId: string) => ConnectionSize) {
  const taken = new Map<string, { requests: number; atMs: number }>();
  return {
    /** Milliseconds until the next one; 0: there is room for this one. */
    take(id: string): number {
      const atMs = clock.now().getTime();
      const { running, points } = sizeOf(id);
      const most = LEAST.atOnce + running * OF_A_SESSION.atOnce + points * OF_A_POINT.atOnce;
      const perSecond = LEAST.perSecond + running * OF_A_SESSION.perSecond + points * OF_A_POINT.perSecond;
      const before = taken.get(id) ?? { requests: 0, atMs };
      const requests = Math.max(0, before.requests - (Math.max(0, atMs - before.atMs) * perSecond) / 1000) + 1;
      const isAllowed = requests <= most;
      taken.set(id, { requests: isAllowed ? requests : requests - 1, atMs });
      return isAllowed ? 0 : Math.ceil(((requests - most) * 1000) / perSecond);
    },
  };
}
