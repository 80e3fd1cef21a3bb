import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { Person, Role } from '../../../shared/console/signedIn.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { RecordOf } from './codec.ts';
import { flag, json, named, nullable, text, time, whole } from './columns.ts';
import type { AuditFacts } from './otherTables.ts';

// The tables of the console; tables.ts says what their columns may be.

/** Who is signed in, a link that opens once, or a request to a provider that waits for its answer. */
export const SIGN_IN = {
  /** sha-256 of what the browser or the link has: who reads the table cannot sign in with it. */
  hash: text(),
  kind: text<'session' | 'link' | 'provider'>(),
  name: text(),
  may: text<Role>(),
  by: named('came_by', text<Person['by']>()),
  /** As in Person; null: no provider, or a sign-in that an earlier version has written. */
  account: nullable(text()),
  /** What a provider's answer is checked against, sealed; empty for the others. */
  secret: text(),
  createdAt: time(),
  expiresAt: time(),
};
export interface SignInRecord extends RecordOf<typeof SIGN_IN> {}

/** What somebody has done at the console, or was refused: kept apart from the log. */
export const OPERATOR_ACT = {
  id: whole(),
  at: time(),
  who: text(),
  /** As in Person; null: no provider. */
  account: nullable(text()),
  does: text<AuditedAct>(),
  sessionNumber: nullable(whole()),
  /** The token of its form, once; null where it was refused. */
  form: nullable(text()),
  isDone: flag(),
  amountMinor: nullable(whole()),
  currency: nullable(text<Currency>()),
  reason: text(),
  facts: json<AuditFacts>(),
  requestId: text(),
};
export interface OperatorActRecord extends RecordOf<typeof OPERATOR_ACT> {}
