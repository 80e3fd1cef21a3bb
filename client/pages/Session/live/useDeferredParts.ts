import { type ComponentType, createContext, useEffect, useState } from 'react';
import { reloadOnce } from '../../../core/reloadFlag.ts';
import { backoffMs } from './pollSession.ts';
import type { AnyView, GoalSheetProps, QueuedStopProps, StopSheetProps } from './viewProps.ts';

/** Components that are loaded after the page. Null: they are still loading. */
export type Later = Readonly<{
  EndView: ComponentType<AnyView>;
  QueuedStop: ComponentType<QueuedStopProps>;
  StopSheet: ComponentType<StopSheetProps>;
  GoalSheet: ComponentType<GoalSheetProps>;
  PushRow: ComponentType<{ sessionId: string | null }>;
}> | null;

export const LaterContext = createContext<Later>(null);

/**
 * Loads components directly after the page, before they are needed. A driver who loses the network in a garage then still sees
 * the end of charging.
 * @param load loads the components; must be the same function at each call
 * @param isNeeded true if the page cannot show the session without them; the page is reloaded if loading then fails
 */
export function useLater(load: () => Promise<NonNullable<Later>>, isNeeded: boolean): Later {
  const [later, setLater] = useState<Later>(null);
  useEffect(() => {
    if (later) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const tryLoad = async (times: number) => {
      const loaded = await load().catch(() => null);
      if (isEnded) return;
      if (loaded) setLater(loaded);
      else if (!isNeeded || !navigator.onLine || !reloadOnce())
        timer = setTimeout(() => void tryLoad(times + 1), backoffMs(times));
    };
    void tryLoad(1);
    return () => {
      isEnded = true;
      clearTimeout(timer);
    };
  }, [later, isNeeded, load]);
  return later;
}
