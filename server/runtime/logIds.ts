import { createHash } from 'node:crypto';
import type { OperatorDependencies } from './context.ts';

type Note = OperatorDependencies['logEvent'];

/** Ids that open something: whoever read them in a log could stop a session or see what was typed. */
const KEYS: readonly string[] = ['session', 'order', 'payment', 'subject'];

/** Writes a fingerprint instead of such an id: the same one each time, so that lines can still be told together. */
export function withoutKeys(note: Note): Note {
  return (event, facts) => {
    const safe = Object.entries(facts).map(([name, value]) => [name, KEYS.includes(name) ? fingerprint(String(value)) : value]);
    note(event, Object.fromEntries(safe));
  };
}

/** Eight characters of the id's sha-256. */
const fingerprint = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 8);
