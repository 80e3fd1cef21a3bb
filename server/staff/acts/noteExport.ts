import type { Store } from '../../store/engine/database.ts';
import { writeAct } from '../../store/staff/acts.ts';
import type { AuditFacts } from '../../store/tables/otherTables.ts';
import { type Actor, factsOf } from './actor.ts';

export interface ExportContext {
  store: Pick<Store, 'db' | 'inTransaction'>;
  now: Date;
}

/** Records in the audit log who exported which data. `about` names the data. */
export function noteExport(
  { store, now }: ExportContext,
  { who, requestId }: Actor,
  facts: AuditFacts & { about: string },
): Promise<void> {
  return store.inTransaction(trx =>
    writeAct(trx, {
      at: now,
      who: who.name,
      account: who.account ?? null,
      does: 'export',
      sessionNumber: null,
      form: null,
      isDone: true,
      amountMinor: null,
      currency: null,
      reason: '',
      facts: { ...facts, ...factsOf(who) },
      requestId,
    }),
  );
}
