import type { Operating, Person } from '../../../shared/operating.ts';
import { listOpen } from '../alerts.ts';
import { getAudit } from '../backoffice/audit.ts';
import { calculate, getPrices } from '../catalogue/prices.ts';
import type { OperatorContext } from '../context.ts';
import { operatingBooks } from './operatingBooks.ts';

/** Who asks, and with which request. */
export interface Asker {
  who: Person;
  requestId: string;
}

/** What somebody who is signed in may ask and do. */
export function createOperating(context: OperatorContext, asker: Asker): Operating {
  const { db } = context.store;
  return {
    ...operatingBooks(context, asker),
    getPrices: ask => getPrices(context, ask),
    calculate: ask => calculate(context, ask),
    listAudit: ask => getAudit(db, ask),
    countAttention: async () => (await listOpen(db)).length,
  };
}
