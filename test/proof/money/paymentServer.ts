import { createHmac } from 'node:crypto';
import type { HoldState } from '../../../server/core/ports/ports.ts';
import { HOLD_EXPIRY_MARGIN_MS } from '../../../server/runtime/context.ts';
import { MIN_CHARGING_MS } from '../../../server/shop/payments/holdLife.ts';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import { createChance } from './chance.ts';
import { type ProofTime, passes, proofClock } from './time.ts';
import { type Json, post, Refused, serveJson } from './wire.ts';

/** A hold with its payment page, as the fake payment provider records it. */
export interface BookedHold {
  ref: string;
  paymentId: string;
  state: HoldState;
  amountMinor: number;
  capturedMinor: number;
  captures: number;
  expiresAt: number;
  authorisedAt: number | null;
  /** Time at which the bank releases the hold, if it has not been captured; null: unknown. A few banks release holds early. */
  captureBefore: number | null;
  settledAt: number | null;
  /** True if the bank approved the payment only after the page was closed. */
  isDelayed: boolean;
}

interface PaymentPeerOptions {
  time: ProofTime;
  seed: string;
  /** URL to which webhooks are sent. */
  noticesTo: string;
  noticeSecret: string;
}

/** Options of this process. It is a fake payment provider with holds, idempotency keys and webhooks. */
const { time, seed, noticesTo, noticeSecret } = JSON.parse(process.env.PEER ?? '{}') as PaymentPeerOptions;
const clock = proofClock(time);
const chance = createChance(`${seed} provider`);
const book = new Map<string, BookedHold>();
const replies = new Map<string, Json>();

const MIN_HOLD_MS = HOLD_EXPIRY_MARGIN_MS + MIN_CHARGING_MS;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
const nowMs = () => clock.now().getTime();

const find = (ref: unknown): BookedHold => {
  const hold = book.get(String(ref));
  if (!hold) throw new Refused(404, 'no such hold');
  if (hold.state === 'open' && hold.expiresAt <= nowMs()) hold.state = 'expired';
  if (hold.state === 'authorised' && (hold.captureBefore ?? 0) <= nowMs())
    Object.assign(hold, { state: 'released', settledAt: hold.captureBefore });
  return hold;
};
const truthOf = (hold: BookedHold): Json => {
  const { ref, state, amountMinor, capturedMinor, captureBefore } = hold;
  return { ref, state, amountMinor, capturedMinor, captureBefore: state === 'authorised' ? captureBefore : null };
};

/**
 * Returns the duration of a new hold. One in twenty is too short to begin charging. One in ten is long enough to begin, but too
 * short for a slow vehicle.
 */
function lastsMs(): number {
  const kind = chance.roll();
  if (kind < 0.05) return chance.between(MINUTE_MS, MIN_HOLD_MS - MINUTE_MS);
  return kind < 0.15 ? MIN_HOLD_MS + chance.between(0, 15 * MINUTE_MS) : WEEK_MS;
}

/** Executes a call only once per idempotency key. A repeated call returns the current state. */
const keyed = (act: (hold: BookedHold, body: Json) => void) => (body: Json) => {
  const hold = find(body.ref);
  const key = String(body.key);
  if (!replies.has(key)) act(hold, body);
  replies.set(key, {});
  return truthOf(hold);
};

function settle(hold: BookedHold, changes: Partial<BookedHold>): void {
  Object.assign(hold, changes, { settledAt: nowMs() });
  void notify(hold.ref);
}

/** Sends a signed webhook once or twice. If the webhook fails, it is not sent again. */
async function notify(ref: string): Promise<void> {
  const body = { ref, event: `event-${Math.floor(chance.roll() * 1e9)}` };
  const signature = createHmac('sha256', noticeSecret).update(JSON.stringify(body)).digest('hex');
  for (let n = chance.is(20) ? 2 : 1; n > 0; n--) {
    await passes(time, chance.between(0, 20_000));
    await post(noticesTo, body, { signature }).catch(() => undefined);
  }
}

const { origin } = await serveJson({
  '/authorise'({ key, paymentId, amountMinor, expiresAt }) {
    const ref = `hold_${String(key).replaceAll(':', '_')}`;
    if (!book.has(ref))
      book.set(ref, {
        ref,
        paymentId: String(paymentId),
        state: 'open',
        amountMinor: Number(amountMinor),
        capturedMinor: 0,
        captures: 0,
        expiresAt: Number(expiresAt),
        authorisedAt: null,
        captureBefore: null,
        settledAt: null,
        isDelayed: false,
      });
    return { ref, url: `https://pay.example/${ref}` };
  },
  '/read': ({ ref }) => truthOf(find(ref)),
  '/capture': keyed((hold, { amountMinor }) => {
    if (hold.state !== 'authorised') return;
    settle(hold, { state: 'captured', capturedMinor: Number(amountMinor), captures: hold.captures + 1 });
  }),
  '/close': keyed(hold => {
    if (hold.state === 'open') settle(hold, { state: 'expired' });
  }),
  '/release': keyed(hold => {
    if (hold.state === 'open') settle(hold, { state: 'expired' });
    else if (hold.state === 'authorised') settle(hold, { state: 'released' });
  }),
  /** A driver enters a card. The bank decides a while later, and its decision counts even if the page was closed meanwhile. */
  async '/pay'({ ref }) {
    const hold = find(ref);
    if (hold.state !== 'open') return { isUsed: false };
    await passes(time, chance.is(35) ? chance.between(5000, 4 * 60_000) : 0);
    const { state } = find(ref);
    if (state !== 'open' && state !== 'expired') return { isUsed: false };
    const facts = { authorisedAt: nowMs(), captureBefore: nowMs() + lastsMs() };
    Object.assign(hold, { isDelayed: state === 'expired', state: 'authorised', ...facts });
    void notify(hold.ref);
    return { isUsed: true };
  },
  '/book': () => [...book.keys()].map(find),
});
// Ends with the parent process, so that no process remains if the proof is aborted.
process.once('disconnect', () => process.exit());
process.send?.({ origin });
