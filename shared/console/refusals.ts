/** Why the connection of a charging station was refused. Each reason has a text `stations.refusal.…`. */
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

/** The form of a wrong password, without the password. Correct ones have 40 hex digits ('hex') or 20 bytes ('bytes'). */
export interface PasswordForm {
  form: 'hex' | 'bytes' | 'other';
  bytes: number;
}

/** What is stored about a refused connection attempt. The password is never stored. */
export interface Refusal {
  reason: RefusalReason;
  /** Form of the wrong password. Null: there was none, or it could not be read. */
  password: PasswordForm | null;
  /** Network of the station: an IPv4 address or an IPv6 /64. */
  network: string;
  /** The protocol versions that the station offered. */
  protocols: readonly string[];
}

/** The refused connection attempts of one station. The inherited fields describe the last one. */
export interface RefusedHandshakes extends Refusal {
  count: number;
  /** Time of the first refused attempt, ISO 8601. */
  firstAt: string;
  lastAt: string;
}

/** A station that tried to connect although nobody has added it. `identity` is the whole path if it could not be parsed. */
export interface RefusedStation extends RefusedHandshakes {
  identity: string;
}
