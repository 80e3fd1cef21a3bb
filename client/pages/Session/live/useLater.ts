import { createContext, useEffect, useState } from 'react';
import { reloadOnce } from '../../../reloadFlag.ts';
import { backoffMs } from './pollSession.ts';

/** The code that comes after the page; null until it is there. */
export type Later = Readonly<Awaited<ReturnType<typeof load>>> | null;

async function load() {
  const [end, tools] = await Promise.all([import('../SessionEnd.tsx'), import('../tools.ts')]);
  return { ...end, ...tools };
}

export const LaterContext = createContext<Later>(null);

/**
 * It is loaded at once, not when it is needed: a driver whose network ends in the garage still sees how charging ended.
 * @param isNeeded nothing can be shown without it: where it cannot be had, the server has the page
 */
export function useLater(isNeeded: boolean): Later {
  const [later, setLater] = useState<Later>(null);
  useEffect(() => {
    if (later) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const ask = async (times: number) => {
      const loaded = await load().catch(() => null);
      if (isEnded) return;
      if (loaded) setLater(loaded);
      else if (!isNeeded || !navigator.onLine || !reloadOnce()) timer = setTimeout(() => void ask(times + 1), backoffMs(times));
    };
    void ask(1);
    return () => {
      isEnded = true;
      clearTimeout(timer);
    };
  }, [later, isNeeded]);
  return later;
}
