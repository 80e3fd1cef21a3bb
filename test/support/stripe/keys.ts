import { createHash } from 'node:crypto';
import type { Clock } from '../../../server/core/ports/ports.ts';
import { Refusal } from './refusal.ts';

export interface Answer {
  status: number;
  body: object;
}

const KEY_LIFETIME_MS = 24 * 3_600_000;

/**
 * Stores the response to each idempotency key for 24 h, even if it is an error. A key may only be used again for the same call
 * with the same parameters.
 */
export function createKeys(clock: Pick<Clock, 'now'>) {
  const answers = new Map<string, { print: string; answer: Answer | null; at: number }>();
  return {
    /**
     * Returns the stored response of a repeated call; null if the call is new and may be executed.
     * @throws Refusal if the key is in use or belongs to a different call
     */
    begin({ key, call }: { key: string; call: string }): Answer | null {
      const print = createHash('sha256').update(call).digest('hex');
      const now = clock.now().getTime();
      const known = answers.get(key);
      if (known && known.at + KEY_LIFETIME_MS > now) {
        if (known.print !== print) throw new Refusal(400, 'idempotency_key_mismatch', { type: 'idempotency_error' });
        if (known.answer === null) throw new Refusal(409, 'idempotency_key_in_use', { type: 'idempotency_error' });
        return known.answer;
      }
      answers.set(key, { print, answer: null, at: now });
      return null;
    },
    store(key: string, answer: Answer): void {
      const known = answers.get(key);
      if (known) known.answer = answer;
    },
    /** Removes the key of a call that was refused because of its parameters. */
    forget: (key: string): void => void answers.delete(key),
  };
}
