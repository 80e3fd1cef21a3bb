import type { ClaimListener } from '../../core/ports/stationPort.ts';
import type { Connection } from './connections/connections.ts';
import { claimsInWords, waitingClaims } from './connections/parties.ts';

/**
 * Reports the parties that a CPO platform claims to represent and that staff have not confirmed. Reports them whenever they
 * change, and once after the process starts.
 */
export function createClaimWatch({ listener }: { listener(): ClaimListener }) {
  const reported = new Map<string, string>();
  return {
    async check(active: readonly Connection[]): Promise<void> {
      for (const connection of active) {
        const { id, claimedAt = 0 } = connection;
        const claims = claimsInWords(waitingClaims(connection, active));
        const state = `${claims === '' ? '' : claimedAt} ${claims}`;
        if (reported.get(id) === state) continue;
        await listener().reportClaims({ connection: id, claims, since: claimedAt });
        reported.set(id, state);
      }
    },
  };
}
