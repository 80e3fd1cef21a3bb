import type { Call } from './parameters.ts';

/**
 * Fault of a call. `refused`: the connection is cut before the call acts. `busy`: 429. `gateway`: a proxy returns 502.
 * `missing`, `denied`: 404 and 403 of Stripe. `failed`: 500 without acting. `failedAfter`: 500 after acting. `lost`: the call
 * acts, then the connection is cut. `late`: the call acts after `ms`, and the idempotency key is in use until then.
 */
export type FaultKind = 'refused' | 'busy' | 'gateway' | 'missing' | 'denied' | 'failed' | 'failedAfter' | 'lost' | 'late';

export interface Fault {
  call: Call;
  kind: FaultKind;
  ms?: number;
}

/** Creates a queue of faults. Each fault applies to one call, the next of its kind. */
export function createFaults() {
  const waiting: Fault[] = [];
  return {
    add: (...faults: readonly Fault[]): void => void waiting.push(...faults),
    accept(call: Call): Fault | null {
      const at = waiting.findIndex(fault => fault.call === call);
      return at < 0 ? null : (waiting.splice(at, 1)[0] ?? null);
    },
  };
}
