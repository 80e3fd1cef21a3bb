import { createHash } from 'node:crypto';
import type { OperatorDependencies } from './context.ts';

type Note = OperatorDependencies['logEvent'];

/**
 * Log fields that contain ids that grant access. With such an id, a reader of the log could stop a session or see what a driver
 * entered.
 */
const KEYS: readonly string[] = ['session', 'order', 'payment', 'subject'];

/**
 * Wraps a log function and replaces the ids that grant access by fingerprints. An id always has the same fingerprint, so the log
 * lines of a session can still be found.
 */
export function withoutKeys(note: Note): Note {
  return (event, facts) => {
    const safe = Object.entries(facts).map(([name, value]) => [name, KEYS.includes(name) ? fingerprint(String(value)) : value]);
    note(event, Object.fromEntries(safe));
  };
}

/** Returns the first eight hexadecimal digits of the id's SHA-256 hash. */
const fingerprint = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 8);
