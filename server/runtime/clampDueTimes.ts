import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/model/time.ts';
import { createInterval } from '../core/records/instants.ts';
import { type Bound, bound } from '../store/engine/clampDueTimes.ts';
import type { OutboxKind } from '../store/tables/tables.ts';
import { CANCELLED_START_GRACE_MS, HOLD_EXPIRY_MARGIN_MS, type OperatorContext, START_LIMIT_MS } from './context.ts';
import { LEASE_MS, MAX_BACKOFF_MS } from './outbox.ts';

const EVERY_MS = MINUTE_MS;

/** Jobs that move money, or that end something that costs money. E-mails may wait longer. */
const MONEY: readonly OutboxKind[] = [
  ...(['start', 'stop', 'unlock', 'bill', 'capture', 'release', 'refund', 'draw-document'] as const),
  ...(['read-payouts', 'read-payout-rows'] as const),
];

/**
 * Maximum wait of each kind of row. The code that writes due times never sets a later one. The next check of a hold is an
 * exception: it is due shortly before the hold expires, at a time that the payment provider determines, and then hourly.
 */
const BOUNDS: readonly Bound[] = [
  { table: 'sessions', column: 'next_check_at', maxMs: MINUTE_MS, of: eb => eb('review', 'is', null) },
  { table: 'sessions', column: 'next_check_at', maxMs: HOUR_MS, of: eb => eb('review', 'is not', null) },
  { table: 'sessions', column: 'start_by', maxMs: START_LIMIT_MS, of: eb => eb('state', '=', 'starting') },
  { table: 'payments', column: 'next_check_at', maxMs: 5 * MINUTE_MS, of: eb => eb('state', 'in', ['created', 'pending']) },
  { table: 'payments', column: 'next_check_at', maxMs: HOUR_MS, of: eb => eb('state', '=', 'expired') },
  {
    table: 'payments',
    column: 'next_check_at',
    maxMs: HOUR_MS,
    of: eb =>
      eb.and([
        eb('state', '=', 'authorised'),
        eb(eb('next_check_at', '+', HOLD_EXPIRY_MARGIN_MS), '>', eb.ref('capture_before')),
      ]),
  },
  {
    table: 'payments',
    column: 'next_check_at',
    maxMs: DAY_MS,
    of: eb => eb.and([eb('state', '=', 'authorised'), eb('capture_before', 'is', null)]),
  },
  { table: 'outbox', column: 'not_before', maxMs: MAX_BACKOFF_MS, of: eb => eb('kind', 'in', MONEY) },
  { table: 'outbox', column: 'not_before', maxMs: START_LIMIT_MS, of: eb => eb('kind', '=', 'start-timeout') },
  { table: 'outbox', column: 'not_before', maxMs: CANCELLED_START_GRACE_MS, of: eb => eb('kind', '=', 'cancel-start') },
  { table: 'outbox', column: 'not_before', maxMs: DAY_MS, of: eb => eb('kind', '=', 'send-webhook') },
  { table: 'outbox', column: 'claimed_until', maxMs: LEASE_MS },
];

/**
 * Shortens waits after the clock was set back. Otherwise a row would wait until the clock reaches the old time again. The
 * function checks the rows themselves, because the clock may have been set back while no process was running.
 */
export function createWaitBounds({ store, clock }: Pick<OperatorContext, 'store' | 'clock'>): () => Promise<void> {
  const pace = createInterval(EVERY_MS);
  return async () => {
    const now = clock.now();
    if (!pace.isDue(now)) return;
    for (const each of BOUNDS) await bound(store.db, each, now);
  };
}
