import { useEffect, useState } from 'react';
import type { ChargingPoint, Plug } from '../../../../shared/charging.ts';
import { useCharging } from '../../../pageData.tsx';

const INTERVAL_MS = 15_000;

/** The point as it is while somebody looks at it: asked for again and again, but not while the page is hidden. */
export function useLivePoint(shown: ChargingPoint): ChargingPoint {
  const charging = useCharging();
  const [fresh, setFresh] = useState<ChargingPoint | null>(null);
  const { clientId, evseId } = shown;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const later = () => {
      clearTimeout(timer);
      if (!isOver && !document.hidden) timer = setTimeout(look, INTERVAL_MS);
    };
    const look = () => {
      clearTimeout(timer);
      // Without an answer the last one stays; an order asks once more anyway.
      charging
        .getChargingPoint({ clientId, evseId })
        .then(answer => !isOver && setFresh(answer))
        .catch(() => undefined)
        .finally(later);
    };
    const handleVisibility = () => (document.hidden ? clearTimeout(timer) : look());
    document.addEventListener('visibilitychange', handleVisibility);
    later();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', handleVisibility);
    };
  }, [charging, clientId, evseId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another point shown means that it was just read
  useEffect(() => setFresh(null), [shown]);
  return fresh ? { ...shown, currency: fresh.currency, plugs: shown.plugs.map(plug => updated(plug, fresh)) } : shown;
}

const updated = (plug: Plug, { plugs }: ChargingPoint): Plug => plugs.find(({ id }) => id === plug.id) ?? plug;
