import type { AuditedAct } from '../../../shared/console/audit.ts';
import type { RefundLimits } from '../../../shared/console/refundLimits.ts';
import type { Person, Role } from '../../../shared/console/signedIn.ts';
import type { Scope } from '../../../shared/console/tokens.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { RecordOf } from './codec.ts';
import { flag, json, named, nullable, text, time, whole } from './columns.ts';
import type { AuditFacts } from './otherTables.ts';

// Tables of the console. columns.ts defines the types of columns.

/**
 * A sign-in of staff ('session'), a single-use sign-in link ('link'), or a pending request to the sign-in provider ('provider').
 */
export const SIGN_IN = {
  /**
   * SHA-256 of the secret in the cookie or link. The secret itself is not stored, so that a reader of the table cannot sign in.
   */
  hash: text(),
  kind: text<'session' | 'link' | 'provider'>(),
  name: text(),
  may: text<Role>(),
  by: named('came_by', text<Exclude<Person['by'], 'token'>>()),
  /** Account at the sign-in provider, as in `Person`. Null: no account, or the row is from an earlier version. */
  account: nullable(text()),
  /** The only brand whose data the person sees. Null: all brands. */
  brand: nullable(text()),
  /** Encrypted data for the check of the sign-in provider's response. Empty for kinds other than 'provider'. */
  secret: text(),
  createdAt: time(),
  expiresAt: time(),
};
export interface SignInRecord extends RecordOf<typeof SIGN_IN> {}

/** `day`: 'YYYY-MM-DD' in UTC. */
export interface TokenRefunds {
  day: string;
  amounts: RefundLimits;
}

/** A token with which a program of the operator uses the API. */
export const API_TOKEN = {
  id: text(),
  /** SHA-256 of the secret. The secret itself is not stored, so that a reader of the table cannot use the API. */
  hash: text(),
  /** Name of the program. */
  name: text(),
  /** Name and account of the person who added the token, as in `Person`. */
  person: text(),
  account: nullable(text()),
  scopes: json<readonly Scope[]>(),
  /** The only brand whose data the token reads. Null: all brands. */
  brand: nullable(text()),
  /** Addresses and networks from which the token is valid, such as '203.0.113.0/24'. Null: all. */
  networks: nullable(json<readonly string[]>()),
  /** The maximum that the token may refund on one day, in minor units by currency. Null: no limit. */
  maxRefund: nullable(json<RefundLimits>()),
  /** The refunds of the token on the last day on which the token refunded, in minor units by currency. Null: none. */
  refunded: nullable(json<TokenRefunds>()),
  createdAt: time(),
  expiresAt: time(),
  /** Null: the token has not been used. */
  usedAt: nullable(time()),
};
export interface ApiTokenRecord extends RecordOf<typeof API_TOKEN> {}

/** A staff action in the console, done or refused. */
export const OPERATOR_ACT = {
  id: whole(),
  at: time(),
  who: text(),
  /** Account at the sign-in provider, as in `Person`. Null: no account. */
  account: nullable(text()),
  does: text<AuditedAct>(),
  sessionNumber: nullable(whole()),
  /** Token of the submitted form. It can be used once. Null: the action was refused. */
  form: nullable(text()),
  isDone: flag(),
  amountMinor: nullable(whole()),
  currency: nullable(text<Currency>()),
  reason: text(),
  facts: json<AuditFacts>(),
  requestId: text(),
};
export interface OperatorActRecord extends RecordOf<typeof OPERATOR_ACT> {}
