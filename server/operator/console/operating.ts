import type { Operating, Person } from '../../../shared/operating.ts';
import { listOpen } from '../alerts.ts';
import type { OperatorContext } from '../context.ts';

/** Who asks, and with which request. */
export interface Asker {
  who: Person;
  requestId: string;
}

/** What somebody who is signed in may ask and do. */
export function createOperating(context: OperatorContext, _asker: Asker): Operating {
  const { db } = context.store;
  return {
    countAttention: async () => (await listOpen(db)).length,
  };
}
