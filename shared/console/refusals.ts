/** Why the handshake of a charging station was refused. Each reason has a text `stations.refusal.…`. */
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

/** The form of a wrong password. Correct passwords have 40 hex digits ('hex') or 20 bytes ('bytes'). */
export interface PasswordForm {
  form: 'hex' | 'bytes' | 'other';
  bytes: number;
}

/** The stored data of a refused handshake. The password is never stored. */
export interface Refusal {
  reason: RefusalReason;
  /** Null if the handshake had no password, or a password that could not be read. */
  password: PasswordForm | null;
  /** An IPv4 address, or an IPv6 /64. */
  network: string;
  /** The protocol versions that the station offered. */
  protocols: readonly string[];
}

/** The refused handshakes of one identity. The inherited fields describe the last one. */
export interface RefusedHandshakes extends Refusal {
  count: number;
  /** ISO 8601. */
  firstAt: string;
  lastAt: string;
}

/** A refused charging station that was not added. `identity` is the path if the path could not be parsed. */
export interface RefusedStation extends RefusedHandshakes {
  identity: string;
}
