import type { Clock } from '../../../core/ports/ports.ts';

interface Rate {
  atOnce: number;
  perSecond: number;
}

/** The limit of one kind for a connection: a base, and more for each session and each point. */
interface Limit {
  base: Rate;
  ofSession: Rate;
  ofPoint: Rate;
}

/**
 * A running session is sent once as a whole and changes every ten seconds. A point on sale has status changes and is sometimes
 * sent again.
 */
const REQUESTS: Limit = {
  base: { atOnce: 200, perSecond: 20 },
  ofSession: { atOnce: 1, perSecond: 0.1 },
  ofPoint: { atOnce: 0.05, perSecond: 0.001 },
};

const MIB = 1_048_576;
const DAY_S = 86_400;
/**
 * Bytes of request bodies. Base: 64 MiB at once and per day. Per session: a message of 10 kB every ten seconds. Per point: 8
 * KiB, and changes.
 */
const BYTES: Limit = {
  base: { atOnce: 64 * MIB, perSecond: (64 * MIB) / DAY_S },
  ofSession: { atOnce: 10_000, perSecond: 1000 },
  ofPoint: { atOnce: 8192, perSecond: 0.5 },
};

/** The numbers by which a connection's limits grow. */
export interface ConnectionSize {
  /** Number of running sessions. */
  running: number;
  /** Number of points on sale. */
  points: number;
}

interface LimitsParts {
  clock: Pick<Clock, 'now'>;
  sizeOf(connectionId: string): ConnectionSize;
  /** Called when a connection has used up its bytes. `limit` describes the limit. */
  noteExcess(connectionId: string, limit: string): void;
}

/** Limits the requests and the bytes of each connection. */
export function createLimits({ clock, sizeOf, noteExcess }: LimitsParts) {
  const requests = createAllowance(clock, sizeOf, REQUESTS);
  const bytes = createAllowance(clock, sizeOf, BYTES);
  return {
    /**
     * Takes a request with this body from the limits.
     * @returns milliseconds until the request would be allowed, or 0 if it is allowed now
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

/**
 * Limits how much each connection may send. Legitimate traffic grows with the sessions and the points of a connection, and so do
 * the limits. Time is measured with the app's clock. There is one entry per connection.
 */
export function createAllowance(
  clock: Pick<Clock, 'now'>,
  sizeOf: (connectionId: string) => ConnectionSize,
  { base, ofSession, ofPoint }: Limit = REQUESTS,
) {
  const usage = new Map<string, { used: number; atMs: number }>();
  return {
    /**
     * Takes `amount` from the limit.
     * @returns milliseconds until the amount would be allowed, or 0 if it was taken
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
