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

/** Form of a wrong password, without the password itself. Correct passwords have 40 hex digits ('hex') or 20 bytes ('bytes'). */
export interface PasswordForm {
  form: 'hex' | 'bytes' | 'other';
  bytes: number;
}

/** What is stored about a refused connection attempt. The password is never stored. */
export interface HandshakeRefusal {
  reason: RefusalReason;
  /** Form of the wrong password. Null: the station sent no password, or the password could not be read. */
  password: PasswordForm | null;
  /** Network of the station: an IPv4 address or an IPv6 /64. */
  network: string;
  /** The protocol versions that the station offered. */
  protocols: readonly string[];
}

/** The refused connection attempts of one station. The fields of `HandshakeRefusal` describe the last attempt. */
export interface RefusedHandshakes extends HandshakeRefusal {
  count: number;
  /** Time of the first refused attempt, ISO 8601. */
  firstAt: string;
  lastAt: string;
}

/**
 * A station that tried to connect although staff have not added it. If the path of its request contains no valid identity,
 * `identity` is the whole path.
 */
export interface RefusedStation extends RefusedHandshakes {
  identity: string;
}
