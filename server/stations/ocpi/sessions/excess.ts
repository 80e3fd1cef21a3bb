import { HOUR_MS } from '../../../../shared/model/time.ts';
import type { AnomalyListener } from '../../../core/ports/stationPort.ts';

/** What is refused goes on being refused: it is reported once in this time. */
const EVERY_MS = HOUR_MS;

/** Alerts a person of a connection of which something was refused because it is too much. */
export function createExcessAlerts({ listener, now }: { listener(): AnomalyListener; now(): Date }) {
  const reportedAt = new Map<string, number>();
  return async (connectionId: string, limit: string): Promise<void> => {
    const at = now().getTime();
    if (at - (reportedAt.get(connectionId) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    reportedAt.set(connectionId, at);
    const connection = `ocpi:${connectionId}`;
    const why = 'a connection sends more than it may';
    await listener()
      .reportOddity({ why, authorizationReference: null, session: `${connection} ${limit}`, connection })
      .catch(() => reportedAt.delete(connectionId));
  };
}
