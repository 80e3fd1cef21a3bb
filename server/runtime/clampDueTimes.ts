import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/model/time.ts';
import { createInterval } from '../core/records/instants.ts';
import { type Bound, bound } from '../store/engine/clampDueTimes.ts';
import type { OutboxKind } from '../store/tables/tables.ts';
import { CANCELLED_START_GRACE_MS, HOLD_EXPIRY_MARGIN_MS, type OperatorContext, START_LIMIT_MS } from './context.ts';
import { LEASE_MS, MAX_BACKOFF_MS } from './outbox.ts';

const EVERY_MS = MINUTE_MS;

/** What moves money, or ends what costs some. A letter may wait for longer. */
const MONEY: readonly OutboxKind[] = [
  ...(['start', 'stop', 'unlock', 'bill', 'capture', 'release', 'refund', 'draw-document'] as const),
  ...(['read-payouts', 'read-payout-rows'] as const),
];

/**
 * The longest that each of these waits, by whoever sets it. A hold is looked at again when it is about to lapse, at a time that the
 * provider has named, and every hour from then on.
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
  { table: 'outbox', column: 'claimed_until', maxMs: LEASE_MS },
];

/**
 * After the clock was put back, rows written before would wait until it shows that time again: their waits are cut to what is
 * ordinary. By what stands in the rows, since the clock may have been put back while nobody was at work.
 */
export function createWaitBounds({ store, clock }: Pick<OperatorContext, 'store' | 'clock'>): () => Promise<void> {
  const pace = createInterval(EVERY_MS);
  return async () => {
    const now = clock.now();
    if (!pace.isDue(now)) return;
    for (const each of BOUNDS) await bound(store.db, each, now);
  };
}
