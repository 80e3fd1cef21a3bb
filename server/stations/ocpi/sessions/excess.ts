import { HOUR_MS } from '../../../../shared/model/time.ts';
import type { AnomalyListener } from '../../../core/ports/stationPort.ts';

/** Minimum interval between two alerts about one connection, because a CPO platform may go on exceeding its limit. */
const EVERY_MS = HOUR_MS;

/** Alerts staff that requests of a connection were refused because of a limit. */
export function createExcessAlerts({ listener, now }: { listener(): AnomalyListener; now(): Date }) {
  const reportedAt = new Map<string, number>();
  return async (connectionId: string, limit: string): Promise<void> => {
    const at = now().getTime();
    if (at - (reportedAt.get(connectionId) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    reportedAt.set(connectionId, at);
    const connection = `ocpi:${connectionId}`;
    const why = 'a connection sends more than it may';
    await listener()
      .reportAnomaly({ why, authorizationReference: null, session: `${connection} ${limit}`, connection })
      .catch(() => reportedAt.delete(connectionId));
  };
}
