import type { Clock } from '../../../core/ports/ports.ts';

interface Rate {
  atOnce: number;
  perSecond: number;
}

/** How much a connection may send of one kind: in any case, and more for what it does for us. */
interface Limit {
  base: Rate;
  ofSession: Rate;
  ofPoint: Rate;
}

/**
 * Of a session that is under way: whole when it begins, and a change every ten seconds. Of a point that is sold: its states, and now
 * and then all of it anew.
 */
const REQUESTS: Limit = {
  base: { atOnce: 200, perSecond: 20 },
  ofSession: { atOnce: 1, perSecond: 0.1 },
  ofPoint: { atOnce: 0.05, perSecond: 0.001 },
};

const MIB = 1_048_576;
const DAY_S = 86_400;
/** Bytes of bodies: 64 MiB at once and within a day; for a session a message of 10 kB every ten seconds, for a point 8 KiB and their changes. */
const BYTES: Limit = {
  base: { atOnce: 64 * MIB, perSecond: (64 * MIB) / DAY_S },
  ofSession: { atOnce: 10_000, perSecond: 1000 },
  ofPoint: { atOnce: 8192, perSecond: 0.5 },
};

/** What a connection is for us. */
export interface ConnectionSize {
  /** Sessions that are under way there. */
  running: number;
  /** Points of it that are sold. */
  points: number;
}

interface LimitsParts {
  clock: Pick<Clock, 'now'>;
  sizeOf(connectionId: string): ConnectionSize;
  /** A connection has used up its bytes; `limit` says so. */
  noteExcess(connectionId: string, limit: string): void;
}

/** Requests and bytes of each connection. */
export function createLimits({ clock, sizeOf, noteExcess }: LimitsParts) {
  const requests = createAllowance(clock, sizeOf, REQUESTS);
  const bytes = createAllowance(clock, sizeOf, BYTES);
  return {
    /** @returns milliseconds until there is room for a request with such a body; 0: there is */
    take(id: string, body: unknown): number {
      const requestMs = requests.take(id);
      if (requestMs > 0) return requestMs;
      const waitMs = bytes.take(id, Buffer.isBuffer(body) ? body.length : 0);
      if (waitMs > 0) noteExcess(id, 'has used up the bytes of a day');
      return waitMs;
    },
  };
}

/**
 * How much each connection may send: what a peer sends in earnest grows with the sessions that drivers have begun there, and with its
 * points. By the app's clock, which all times of sessions come from. One entry for each connection.
 */
export function createAllowance(
  clock: Pick<Clock, 'now'>,
  sizeOf: (connectionId: string) => ConnectionSize,
  { base, ofSession, ofPoint }: Limit = REQUESTS,
) {
  const usage = new Map<string, { used: number; atMs: number }>();
  return {
    /** @returns milliseconds until there is room; 0: there is, and the amount is taken from it */
    take(id: string, amount = 1): number {
      const atMs = clock.now().getTime();
      const { running, points } = sizeOf(id);
      const max = base.atOnce + running * ofSession.atOnce + points * ofPoint.atOnce;
      const perSecond = base.perSecond + running * ofSession.perSecond + points * ofPoint.perSecond;
      const before = usage.get(id) ?? { used: 0, atMs };
      const used = Math.max(0, before.used - (Math.max(0, atMs - before.atMs) * perSecond) / 1000);
      const isAllowed = used + amount <= max;
      usage.set(id, { used: isAllowed ? used + amount : used, atMs });
      return isAllowed ? 0 : Math.ceil(((used + amount - max) * 1000) / perSecond);
    },
  };
}
