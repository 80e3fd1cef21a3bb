import type { Call } from './parameters.ts';

/**
 * Fault of an API call. The call is not executed: `refused` (connection cut), `busy` (429), `gateway` (502 from a proxy),
 * `missing` and `denied` (404 and 403 of Stripe), `failed` (500). The call is executed: `failedAfter` (500), `lost` (connection
 * cut), `late` (only after `ms`; its idempotency key is in use until then).
 */
export type FaultKind = 'refused' | 'busy' | 'gateway' | 'missing' | 'denied' | 'failed' | 'failedAfter' | 'lost' | 'late';

export interface Fault {
  call: Call;
  kind: FaultKind;
  ms?: number;
}

/** Creates a queue of faults. Each fault applies once, to the next call of its endpoint. */
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
