/** Why a handshake of a charge point was refused; each has its words, `stations.refusal.…`. */
export const REFUSAL_REASONS = [
  'not added',
  'no password',
  'wrong password',
  'user name differs',
  'credentials unreadable',
  'no common version',
  'versions unreadable',
  'path not understood',
  'from a browser',
  'too many messages',
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Which form a wrong password had: 40 hex digits and 20 bytes are those of right ones. */
export interface PasswordForm {
  form: 'hex' | 'bytes' | 'other';
  bytes: number;
}

/** What is stored of a refused handshake; never the password. */
export interface Refusal {
  reason: RefusalReason;
  /** Null: there was none that can be read. */
  password: PasswordForm | null;
  /** An IPv4 address, or an IPv6 /64. */
  network: string;
  /** Versions, as they were offered. */
  protocols: readonly string[];
}

/** Refused handshakes of one identity, with what is known of the last one. */
export interface RefusedHandshakes extends Refusal {
  count: number;
  /** ISO. */
  firstAt: string;
  lastAt: string;
}

/** A charge point that is not added and was refused. `identity` is a path, where the path is not understood. */
export interface RefusedStation extends RefusedHandshakes {
  identity: string;
}
