import { createHash } from 'node:crypto';
import type { OperatorDependencies } from './context.ts';

type Note = OperatorDependencies['logEvent'];

/** Fields with ids that grant access. A reader of the log could stop a session or see a driver's input. */
const KEYS: readonly string[] = ['session', 'order', 'payment', 'subject'];

/** Replaces these ids by fingerprints. The fingerprint of an id is always the same, so log lines can still be correlated. */
export function withoutKeys(note: Note): Note {
  return (event, facts) => {
    const safe = Object.entries(facts).map(([name, value]) => [name, KEYS.includes(name) ? fingerprint(String(value)) : value]);
    note(event, Object.fromEntries(safe));
  };
}

/** The first eight hexadecimal digits of the SHA-256 hash of the id. */
const fingerprint = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 8);
