import type { Call } from './parameters.ts';

/**
 * The fault of a call. `refused`: the line is cut before anything is done. `busy`: 429. `gateway`: somebody in between
 * answers 502. `missing`, `denied`: 404 and 403 of Stripe itself. `failed`: 500 without acting. `failedAfter`: 500 although it acted. `lost`: it acts, and the line is cut.
 * `late`: it takes `ms` to act; meanwhile its key is in use.
 */
export type FaultKind = 'refused' | 'busy' | 'gateway' | 'missing' | 'denied' | 'failed' | 'failedAfter' | 'lost' | 'late';

export interface Fault {
  call: Call;
  kind: FaultKind;
  ms?: number;
}

/** Each fault waits for the next call it is meant for, and hits one. */
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
