import { randomUUID } from 'node:crypto';
import type { Payments } from '../../../server/core/ports/ports.ts';
import type { Stations } from '../../../server/core/ports/stationPort.ts';
import type { Store } from '../../../server/store/engine/database.ts';

/**
 * Which of the four rules is switched off, to check that the proof detects the violation. 5: the rule that no charging begins on
 * a hold about to lapse (docs/decisions/0035). Null: none.
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

/** Rule 3 switched off: a closed page is never read again. */
export const withoutLooking = (store: Store): Store => ({
  ...store,
  inTransaction: work =>
    store.inTransaction(async trx => {
      const result = await work(trx);
      await trx.updateTable('payments').set({ next_check_at: null, ref: null }).where('state', '=', 'expired').execute();
      return result;
    }),
});

/** Rule 4 switched off: each call has a random key that is never repeated. */
const withRandomKeys = (payments: Payments): Payments => ({
  ...payments,
  createCheckout: request => payments.createCheckout({ ...request, key: randomUUID() }),
  capture: request => payments.capture({ ...request, key: randomUUID() }),
  close: request => payments.close({ ...request, key: randomUUID() }),
  release: request => payments.release({ ...request, key: randomUUID() }),
});

/** Rule 5 switched off: a hold appears to have no end. */
const withoutEnds = (payments: Payments): Payments => ({
  ...payments,
  read: async ref => ({ ...(await payments.read(ref)), captureBefore: null }),
});

export function brokenPayments(payments: Payments, broken: BrokenRule): Payments {
  if (broken === 4) return withRandomKeys(payments);
  return broken === 5 ? withoutEnds(payments) : payments;
}
