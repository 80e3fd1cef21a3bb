import type { OperatorContext } from '../context.ts';
import { writeAct } from '../store/console/acts.ts';
import type { AuditFacts } from '../store/tables/smallTables.ts';
import type { Asker } from './asker.ts';

/** Writes down who has taken something along. */
export function noteExport({ store, clock }: OperatorContext, { who, requestId }: Asker, facts: AuditFacts): Promise<void> {
  return store.inTransaction(trx =>
    writeAct(trx, {
      at: clock.now(),
      who: who.name,
      does: 'export',
      sessionNumber: null,
      form: null,
      isDone: true,
      amountMinor: null,
      currency: null,
      reason: '',
      facts,
      requestId,
    }),
  );
}
