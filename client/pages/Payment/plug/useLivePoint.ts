import { useEffect, useState } from 'react';
import { type ChargingPoint, type Plug, POINT_EVENTS } from '../../../../shared/charging/charging.ts';
import { fillPath } from '../../../../shared/charging/paths.ts';
import { useCharging } from '../../../core/pageData.tsx';

const INTERVAL_MS = 15_000;

/**
 * Returns the current data of the charging point. They are loaded while the page is visible: after each server-sent event, and
 * at intervals, because an event stream may end unnoticed.
 */
export function useLivePoint(shown: ChargingPoint): ChargingPoint {
  const charging = useCharging();
  const [fresh, setFresh] = useState<ChargingPoint | null>(null);
  const { clientId, evseId } = shown;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const later = () => {
      clearTimeout(timer);
      if (!isOver && !document.hidden) timer = setTimeout(refresh, INTERVAL_MS);
    };
    const refresh = () => {
      clearTimeout(timer);
      // If a request fails, the last data stay. That is safe, because the server checks each order.
      charging
        .getChargingPoint({ clientId, evseId })
        .then(answer => !isOver && setFresh(answer))
        .catch(() => undefined)
        .finally(later);
    };
    let events: EventSource | null = null;
    const listen = () => {
      if (events || typeof EventSource === 'undefined' || document.hidden) return;
      events = new EventSource(fillPath(POINT_EVENTS, { clientId, evseId }));
      events.addEventListener('message', refresh);
    };
    const rest = () => {
      clearTimeout(timer);
      events?.close();
      events = null;
    };
    const handleVisibility = () => {
      if (document.hidden) return rest();
      refresh();
      listen();
    };
    document.addEventListener('visibilitychange', handleVisibility);
    later();
    listen();
    return () => {
      isOver = true;
      rest();
      document.removeEventListener('visibilitychange', handleVisibility);
    };
  }, [charging, clientId, evseId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another point shown means that it was just read
  useEffect(() => setFresh(null), [shown]);
  if (!fresh) return shown;
  const { currency, isOutOfService = false } = fresh;
  return { ...shown, currency, isOutOfService, plugs: shown.plugs.map(plug => updated(plug, fresh)) };
}

const updated = (plug: Plug, { plugs }: ChargingPoint): Plug => plugs.find(({ id }) => id === plug.id) ?? plug;
