import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { Money } from '../../../shared/model/money.ts';
import type { Db, Trx } from '../../store/engine/database.ts';
import { type OperatorActRecord, writeAct } from '../../store/staff/acts.ts';
import type { Actor } from './actor.ts';

/** An act as the audit has it, at the console as by command. */
export interface RecordedAct {
  does: AuditedAct;
  /** The session's number; null: it is about none, or nobody can read what was typed. */
  number: number | null;
  reason: string;
  facts: OperatorActRecord['facts'];
  /** So that pressed twice it is done once. */
  form: string;
}

type Line = Omit<OperatorActRecord, 'id'>;

const lineOf = ({ who, requestId }: Actor, { does, number, reason, facts }: RecordedAct, at: Date): Line => ({
  at,
  who: who.name,
  account: who.account ?? null,
  does,
  sessionNumber: number,
  form: null,
  isDone: false,
  amountMinor: null,
  currency: null,
  reason: reason.trim(),
  facts,
  requestId,
});

/** In the transaction that does it. */
export function recordDone(
  trx: Trx,
  asker: Actor,
  { act, at, amount }: { act: RecordedAct; at: Date; amount: Money | null },
): Promise<void> {
  const money = { amountMinor: amount?.amountMinor ?? null, currency: amount?.currency ?? null };
  return writeAct(trx, { ...lineOf(asker, act, at), ...money, form: act.form, isDone: true });
}

/** Whoever was refused is in the audit as well. */
export function recordRefused(
  db: Db,
  asker: Actor,
  { act, at, why }: { act: RecordedAct; at: Date; why: string },
): Promise<void> {
  const line = lineOf(asker, act, at);
  return writeAct(db, { ...line, facts: { ...line.facts, refused: why } });
}
