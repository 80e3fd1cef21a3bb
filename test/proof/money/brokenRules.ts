import { randomUUID } from 'node:crypto';
import type { Payments } from '../../../server/core/ports/ports.ts';
import type { Stations } from '../../../server/core/ports/stationPort.ts';
import type { Store } from '../../../server/store/engine/database.ts';

/**
 * A rule that is switched off, to check that the proof detects its violation; null: none. Rules 1 to 4: docs/decisions/0002.
 * Rule 5, that charging does not begin on a hold that expires soon: docs/decisions/0035.
 */
export type BrokenRule = 1 | 2 | 3 | 4 | 5 | null;

/** Rule 2 switched off: a start without a response counts as cancelled. */
export const withGuesses = (stations: Stations): Stations => ({
  ...stations,
  async cancelStart(request) {
    const answer = await stations.cancelStart(request);
    return answer === 'unknown' ? 'cancelled' : answer;
  },
});

/** Rule 3 switched off: a payment page is never read again after it was closed. */
export const withoutLooking = (store: Store): Store => ({
  ...store,
  inTransaction: work =>
    store.inTransaction(async trx => {
      const result = await work(trx);
      await trx.updateTable('payments').set({ next_check_at: null, ref: null }).where('state', '=', 'expired').execute();
      return result;
    }),
});

/** Rule 4 switched off: each call has a random idempotency key, so no call is repeated with the same key. */
const withRandomKeys = (payments: Payments): Payments => ({
  ...payments,
  createCheckout: request => payments.createCheckout({ ...request, key: randomUUID() }),
  capture: request => payments.capture({ ...request, key: randomUUID() }),
  close: request => payments.close({ ...request, key: randomUUID() }),
  release: request => payments.release({ ...request, key: randomUUID() }),
});

/** Rule 5 switched off: the app is not told when a hold expires. */
const withoutEnds = (payments: Payments): Payments => ({
  ...payments,
  read: async ref => ({ ...(await payments.read(ref)), captureBefore: null }),
});

export function brokenPayments(payments: Payments, broken: BrokenRule): Payments {
  if (broken === 4) return withRandomKeys(payments);
  return broken === 5 ? withoutEnds(payments) : payments;
}
