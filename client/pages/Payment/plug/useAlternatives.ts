import { useEffect, useState } from 'react';
import type { Alternatives } from '../../../../shared/charging/alternatives.ts';
import type { ChargingRequest } from '../../../../shared/charging/charging.ts';
import { useCharging } from '../../../core/pageData.tsx';

const INTERVAL_MS = 30_000;

interface LiveAlternatives {
  /** Null: they could not be loaded yet. */
  alternatives: Alternatives | null;
  /** True while the last request of this page has succeeded. */
  isCurrent: boolean;
}

/**
 * Returns where else a driver can charge. The list is loaded again while the page is visible: at intervals, and when `occasion`
 * changes.
 * @param first the list with which the page was rendered. Null: the first list is loaded in the browser.
 */
export function useAlternatives(
  { clientId, evseId, connector }: ChargingRequest<'findAlternatives'>,
  first: Alternatives | null,
  occasion: string,
): LiveAlternatives {
  const charging = useCharging();
  const [live, setLive] = useState<LiveAlternatives>({ alternatives: first, isCurrent: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each occasion loads the list again
  useEffect(() => {
    let isOver = false;
    const refresh = () => {
      if (document.hidden) return;
      charging
        .findAlternatives({ clientId, evseId, ...(connector === undefined ? {} : { connector }) })
        .then(alternatives => !isOver && setLive({ alternatives, isCurrent: true }))
        .catch(() => !isOver && setLive(known => ({ ...known, isCurrent: false })));
    };
    refresh();
    const timer = setInterval(refresh, INTERVAL_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [charging, clientId, evseId, connector, occasion]);

  return live;
}
