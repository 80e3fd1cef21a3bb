import type { Clock } from '../../../operator/ports.ts';

/** What a peer may ask at one go, and per second in the long run, however little it does for us. */
const LEAST = { atOnce: 200, perSecond: 20 };
/** Of a session that is under way: whole when it begins, and a change every ten seconds. */
const OF_A_SESSION = { atOnce: 1, perSecond: 0.1 };

/**
 * How many requests each connection may send: what a peer sends in earnest grows with the sessions that drivers have begun there.
 * By the app's clock, which all times of sessions come from. One entry for each connection.
 * @param runningOf how many sessions are under way there
 */
export function createAllowance(clock: Pick<Clock, 'now'>, runningOf: (connectionId: string) => number) {
  const left = new Map<string, { requests: number; atMs: number }>();
  return {
    /** Milliseconds until the next one; 0: there is room for this one. */
    take(id: string): number {
      const atMs = clock.now().getTime();
      const running = runningOf(id);
      const most = LEAST.atOnce + running * OF_A_SESSION.atOnce;
      const perSecond = LEAST.perSecond + running * OF_A_SESSION.perSecond;
      const before = left.get(id) ?? { requests: most, atMs };
      const regained = (Math.max(0, atMs - before.atMs) * perSecond) / 1000;
      const requests = Math.min(most, before.requests + regained);
      const isAllowed = requests >= 1;
      left.set(id, { requests: isAllowed ? requests - 1 : requests, atMs });
      return isAllowed ? 0 : Math.ceil(((1 - requests) * 1000) / perSecond);
    },
  };
}
