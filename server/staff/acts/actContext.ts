import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { Consequence, Contact, Refusal } from '../../../shared/console/operating.ts';
import type { StationAccess } from '../../../shared/console/stations.ts';
import type { Money } from '../../../shared/model/money.ts';
import type { Clock } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import type { Actor } from './actor.ts';

/** What an act has done in its transaction, in words: shown before it is done, where the transaction is rolled back. */
export interface Done extends Omit<Consequence, 'seen'> {
  /** For the audit. */
  amount: Money | null;
  /** Where the audit calls it otherwise than the act. */
  does?: AuditedAct;
  told?: Contact;
  access?: StationAccess;
  /** What is asked of others once the transaction has ended; null: it is done. */
  afterwards?(): Promise<Refusal | null>;
}

/** What acts need of the operator, in the running app as on the command line. */
export type ActingContext = Pick<OperatorContext, 'store' | 'holidays' | 'wake' | 'desk'> & { clock: Pick<Clock, 'now'> };

export interface Doing {
  context: ActingContext;
  asker: Actor;
  trx: Trx;
  now: Date;
}

/** The functions of the command line work in a transaction of their own; here in ours. */
export const within = ({ trx, now }: Doing) => ({
  store: { db: trx, inTransaction: <T>(work: (trx: Trx) => Promise<T>) => work(trx) },
  now,
});
