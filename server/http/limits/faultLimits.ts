import type { ReportFaultRequest } from '../../../shared/charging/faultReport.ts';
import { LIMITS } from '../../../shared/charging/limits.ts';
import { compactId } from '../../../shared/model/evseId.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import type { CreateRateLimiter } from '../../platform/rateLimiter.ts';

export interface FaultLimits {
  /** Counts a report of a network, before its photo is read. @returns null if allowed, otherwise the seconds to wait */
  countNetwork(address: string): Promise<number | null>;
  /**
   * Reports a fault. A refused form does not count.
   * @throws Problem 'too-many' if too many reports about the charging point arrive
   */
  report(request: ReportFaultRequest): Promise<void>;
}

/** Limits the reports per network, and per charging point, because a crowd of networks can report the same point. */
export function limitFaults(backend: Pick<Backend, 'reportFault'>, createLimiter: CreateRateLimiter): FaultLimits {
  const byNetwork = createLimiter('faults', LIMITS.faultsPerNetwork);
  const byPoint = createLimiter('faults-point', LIMITS.faultsPerPoint, { givesBack: true });
  return {
    countNetwork: address => byNetwork.consume(networkOf(address)),
    async report(request) {
      // The point is found with any separators, so all spellings share one limit.
      const key = compactId(request.evseId).slice(0, 64);
      const retryAfterS = await byPoint.consume(key);
      if (retryAfterS !== null) throw new Problem('too-many', { retryAfterS });
      try {
        await backend.reportFault(request);
      } catch (error) {
        await byPoint.giveBack(key);
        throw error;
      }
    },
  };
}
