import type { Clock } from '../../../core/ports/ports.ts';

interface Rate {
  atOnce: number;
  perSecond: number;
}

/** A limit per connection: a base, plus an allowance for each running session and each offered point. */
interface Limit {
  base: Rate;
  ofSession: Rate;
  ofPoint: Rate;
}

/**
 * Reasons for the rates: a running session is pushed whole once and then changes every ten seconds. A point changes its status
 * now and then, and is sometimes pushed again.
 */
const REQUESTS: Limit = {
  base: { atOnce: 200, perSecond: 20 },
  ofSession: { atOnce: 1, perSecond: 0.1 },
  ofPoint: { atOnce: 0.05, perSecond: 0.001 },
};

const MIB = 1_048_576;
const DAY_S = 86_400;
/**
 * Limits for the bytes of request bodies. Base: 64 MiB at once and per day. Per session: 10 kB every ten seconds. Per point: 8
 * KiB at once, and 0.5 bytes per second for changes.
 */
const BYTES: Limit = {
  base: { atOnce: 64 * MIB, perSecond: (64 * MIB) / DAY_S },
  ofSession: { atOnce: 10_000, perSecond: 1000 },
  ofPoint: { atOnce: 8192, perSecond: 0.5 },
};

/** The numbers that increase the limits of a connection. */
export interface ConnectionSize {
  /** Number of running sessions. */
  running: number;
  /** Number of points that are offered to drivers. */
  points: number;
}

interface LimitsParts {
  clock: Pick<Clock, 'now'>;
  sizeOf(connectionId: string): ConnectionSize;
  /** Called when a connection exceeds its limit for bytes. `limit` describes this limit. */
  noteExcess(connectionId: string, limit: string): void;
}

/** Limits the requests and bytes that each connection may send. */
export function createLimits({ clock, sizeOf, noteExcess }: LimitsParts) {
  const requests = createAllowance(clock, sizeOf, REQUESTS);
  const bytes = createAllowance(clock, sizeOf, BYTES);
  return {
    /**
     * Counts a request and its body.
     * @returns 0 if the request is allowed, otherwise the milliseconds to wait
     */
    consume(id: string, body: unknown): number {
      const requestMs = requests.consume(id);
      if (requestMs > 0) return requestMs;
      const waitMs = bytes.consume(id, Buffer.isBuffer(body) ? body.length : 0);
      if (waitMs > 0) noteExcess(id, 'has used up the bytes of a day');
      return waitMs;
    },
  };
}

/** Limits how much each connection may send. The limits grow with its sessions and points, as legitimate traffic does. */
export function createAllowance(
  clock: Pick<Clock, 'now'>,
  sizeOf: (connectionId: string) => ConnectionSize,
  { base, ofSession, ofPoint }: Limit = REQUESTS,
) {
  const usage = new Map<string, { used: number; atMs: number }>();
  return {
    /**
     * Counts `amount` if the limit allows it.
     * @returns 0 if the limit allows it, otherwise the milliseconds to wait
     */
    consume(id: string, amount = 1): number {
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
