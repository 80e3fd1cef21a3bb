import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { Person, Role } from '../../../shared/console/signedIn.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { RecordOf } from './codec.ts';
import { flag, json, named, nullable, text, time, whole } from './columns.ts';
import type { AuditFacts } from './otherTables.ts';

// The tables of the console. The types of columns are in columns.ts.

/** A sign-in, a single-use link, or a pending request to a sign-in provider. */
export const SIGN_IN = {
  /** SHA-256 of the secret in the browser or link, so that the table alone does not allow a sign-in. */
  hash: text(),
  kind: text<'session' | 'link' | 'provider'>(),
  name: text(),
  may: text<Role>(),
  by: named('came_by', text<Person['by']>()),
  /** As in Person. Null: no provider, or a row of an earlier version. */
  account: nullable(text()),
  /** Encrypted data for checking a provider's response. Empty for the other kinds. */
  secret: text(),
  createdAt: time(),
  expiresAt: time(),
};
export interface SignInRecord extends RecordOf<typeof SIGN_IN> {}

/** An act at the console, done or refused. Separate from the log. */
export const OPERATOR_ACT = {
  id: whole(),
  at: time(),
  who: text(),
  /** As in Person. Null: no provider. */
  account: nullable(text()),
  does: text<AuditedAct>(),
  sessionNumber: nullable(whole()),
  /** The form token, valid once. Null if the act was refused. */
  form: nullable(text()),
  isDone: flag(),
  amountMinor: nullable(whole()),
  currency: nullable(text<Currency>()),
  reason: text(),
  facts: json<AuditFacts>(),
  requestId: text(),
};
export interface OperatorActRecord extends RecordOf<typeof OPERATOR_ACT> {}
