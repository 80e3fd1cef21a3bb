import { AUDITED_ACTS, type AuditedAct } from './audit.ts';
import type { RefundLimits } from './refundLimits.ts';

/** What a token may read. Each name is a part of the paths of the API. */
export const READ_SCOPES = [
  'overview:read',
  'sessions:read',
  'points:read',
  'stations:read',
  'tariffs:read',
  'ledger:read',
  'reports:read',
  'brands:read',
  'audit:read',
  'webhooks:read',
] as const;
/** What a token may do. Each name is a kind of action, as the filters of the audit log. */
export const WRITE_SCOPES = ['money:write', 'data:write', 'stations:write', 'webhooks:write', 'notes:write'] as const;
export const SCOPES = [...READ_SCOPES, ...WRITE_SCOPES] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes that a token of one brand can use. All other data and actions belong to the operator. */
export const BRAND_SCOPES: readonly Scope[] = [
  ...(['sessions:read', 'points:read', 'stations:read', 'tariffs:read'] as const),
  ...(['ledger:read', 'reports:read', 'brands:read'] as const),
  ...(['money:write', 'data:write', 'stations:write', 'notes:write'] as const),
];

/**
 * Returns the scope that an action needs.
 * @returns null for actions on sign-ins and tokens, which no token may do
 */
export function scopeOfAct(does: AuditedAct): (typeof WRITE_SCOPES)[number] | null {
  const kind = AUDITED_ACTS[does];
  if (kind === 'signing-in') return null;
  return `${kind ?? 'notes'}:write`;
}

/** Longest lifetime of a token in days. */
export const MAX_TOKEN_DAYS = 366;

/** An API token without its secret. */
export interface ApiTokenLine {
  id: string;
  /** Name of the program that uses the token. */
  name: string;
  /** The person who added the token. Actions with the token are actions of this person. */
  person: string;
  scopes: readonly Scope[];
  /** Id of the only brand whose data the token reads. Null: all brands. */
  brand: string | null;
  /** Addresses and networks from which the token is valid. Null: all. */
  networks: readonly string[] | null;
  /** The maximum that the token may refund on one day (UTC). Null: no limit. */
  maxRefund: RefundLimits | null;
  createdAt: string;
  expiresAt: string;
  /** Time of the last request, to the minute. Null: the token has not been used. */
  usedAt: string | null;
}

/** A new token. The secret is shown once. */
export interface NewApiToken {
  id: string;
  secret: string;
}

export type TokenLimits = Pick<ApiTokenLine, 'brand' | 'networks' | 'maxRefund'>;

export type TokenAct =
  /**
   * `brand`: id of the only brand whose data the token reads. Null: all brands. `networks`, `maxRefund`: the limits as typed,
   * '203.0.113.0/24, 2001:db8::7' and 'EUR=200,CHF=200'. Empty: no limit. `days`: lifetime.
   */
  | {
      does: 'add-token';
      name: string;
      scopes: readonly Scope[];
      brand: string | null;
      networks: string;
      maxRefund: string;
      days: number;
      reason: string;
    }
  /** `token`: id. */
  | { does: 'revoke-token'; token: string; reason: string };

export interface OperatingTokens {
  /** Lists the valid tokens, those that end first at the beginning. */
  listTokens(): Promise<readonly ApiTokenLine[]>;
}
