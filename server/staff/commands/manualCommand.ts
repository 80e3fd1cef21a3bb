import { randomUUID } from 'node:crypto';
import type { Currency, Money } from '../../../shared/model/money.ts';
import { type Identity, identityOf } from '../../shop/payments/samePerson.ts';
import type { Db, Store } from '../../store/engine/database.ts';
import type { Actor } from '../acts/actor.ts';
import { isRefusal } from '../acts/actService.ts';
import { type RecordedAct, recordDone, recordRefused } from '../acts/recording.ts';
import { findSubjectOf } from '../acts/subject.ts';
import type { CommandDependencies } from './commands.ts';

/** What is done works in the transaction that writes the audit, too. */
export interface ActStore {
  store: Pick<Store, 'db' | 'inTransaction'>;
  now: Date;
  /** Who does it. */
  by: Identity;
}

interface ManualResult<T> {
  told: T;
  /** What it moves. */
  amount?: Money | null;
  facts?: RecordedAct['facts'];
  /** Where the audit calls it otherwise. */
  does?: RecordedAct['does'];
}

type ManualAct = Pick<RecordedAct, 'does' | 'number'> & { reason?: string };

/**
 * Somebody who acts by command.
 * @throws RangeError where nobody says who
 */
export function askerOf(who: string | undefined): Actor {
  const name = (who ?? '').trim();
  if (name === '') throw new RangeError('Missing --who "First Last". It is stored in the audit log.');
  if (name.length < 2 || name.length > 80)
    throw new RangeError('Invalid --who. Use a name of 2 to 80 characters: --who "First Last". It is stored in the audit log.');
  return { who: { name, may: 'act', by: 'command' }, requestId: randomUUID() };
}

/**
 * Does it, and writes the audit in the same transaction, as at the console. What is refused is written down as well.
 * @throws RangeError where nobody says who acts, and whatever `work` refuses with
 */
export async function runManualAct<T>(
  { store, now }: Pick<CommandDependencies, 'store' | 'now'>,
  who: string | undefined,
  { does, number, reason = '' }: ManualAct,
  work: (place: ActStore) => Promise<ManualResult<T>>,
): Promise<T> {
  const asker = askerOf(who);
  // What people type need not be a number.
  const sessionNumber = Number.isSafeInteger(number) ? number : null;
  const act: RecordedAct = { does, number: sessionNumber, reason, facts: {}, form: asker.requestId };
  try {
    return await store.inTransaction(async trx => {
      const context = { store: { db: trx, inTransaction: <R>(inner: (same: typeof trx) => Promise<R>) => inner(trx) }, now };
      const { told, amount = null, facts = {}, does: called = does } = await work({ ...context, by: identityOf(asker.who) });
      await recordDone(trx, asker, { act: { ...act, facts, does: called }, at: now, amount });
      return told;
    });
  } catch (error) {
    if (isRefusal(error)) await recordRefused(store.db, asker, { act, at: now, why: 'not-now' });
    throw error;
  }
}

/**
 * Writes down who has something done elsewhere, and then has it done: no transaction holds both together. What fails is written
 * down as well. Only for what a station or another platform is asked for.
 * @throws RangeError where nobody says who acts, and whatever `work` fails with
 */
export async function recordThenRun<T>(
  { store, now }: Pick<CommandDependencies, 'store' | 'now'>,
  who: string | undefined,
  { does, reason = '', facts }: Pick<RecordedAct, 'does' | 'facts'> & { reason?: string | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const asker = askerOf(who);
  const act: RecordedAct = { does, number: null, reason, facts, form: asker.requestId };
  await store.inTransaction(trx => recordDone(trx, asker, { act, at: now, amount: null }));
  try {
    return await work();
  } catch (error) {
    await recordRefused(store.db, asker, { act, at: now, why: 'not-done' });
    throw error;
  }
}

/** Money of a session's order; null where there is none. */
export async function moneyOf(
  db: Db,
  number: number,
  money: (held: { currency: Currency; limitMinor: number | null }) => number,
) {
  const order = (await findSubjectOf(db, number))?.order;
  return order ? ({ amountMinor: money(order), currency: order.currency } satisfies Money) : null;
}
