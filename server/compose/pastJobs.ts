import { setTimeout as sleep } from 'node:timers/promises';
import type { SteppedClock } from '../adapters/clock/steppedClock.ts';
import { later } from '../core/records/instants.ts';
import type { Operator } from '../operator/operator.ts';
import { LEASE_MS } from '../runtime/outbox.ts';
import type { Store } from '../store/engine/database.ts';
import { nextDue } from '../store/jobs/jobClaims.ts';
import type { OutboxKind } from '../store/tables/tables.ts';

/** Jobs that decide about the course and the money of a session. */
export const MONEY_JOBS: readonly OutboxKind[] = ['start', 'stop', 'cancel-start', 'capture', 'release'];
/** All jobs of a session. */
export const SESSION_JOBS: readonly OutboxKind[] = [
  ...MONEY_JOBS,
  ...(['draw-document', 'mail-started', 'mail-receipt', 'mail-nothing', 'mail-blocking'] as const),
];

/** Interval between two checks whether the jobs have ended. */
const CHECK_EVERY_MS = 2;

interface PastJobsDependencies {
  store: Pick<Store, 'db'>;
  clock: SteppedClock;
  operator: Pick<Operator, 'isAtWork'>;
}

/**
 * Returns a function that waits until the due jobs of these kinds have ended. Jobs of the present are not due in the past. If a
 * job waits for its next attempt or for the lease of a process that has died, the clock moves there.
 */
export function createSettle({ store, clock, operator }: PastJobsDependencies): (kinds: readonly OutboxKind[]) => Promise<void> {
  const isDone = async (kinds: readonly OutboxKind[]): Promise<boolean> => {
    const open = store.db.selectFrom('outbox').select('id').where('done_at', 'is', null).where('kind', 'in', kinds);
    const due = open.where('not_before', '<=', clock.now().getTime() + LEASE_MS).limit(1);
    return (await due.execute()).length === 0;
  };
  return async kinds => {
    while (!(await isDone(kinds))) {
      const due = operator.isAtWork() ? null : await nextDue(store.db);
      if (due !== null && due <= later(clock.now(), LEASE_MS + 1)) clock.moveTo(due);
      await sleep(CHECK_EVERY_MS);
    }
  };
}
