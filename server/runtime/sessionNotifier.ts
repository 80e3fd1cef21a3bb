import { getOrMake } from '../../shared/util/getOrMake.ts';
import { type ChangeFeed, GAP, WORK } from '../store/engine/changeFeed.ts';

/** Who wants to hear of which session. */
export interface SessionNotifier {
  /** Tells everybody who waits for this session, also at other processes. */
  notify(sessionId: string): void;
  /** Resolves at the next announcement, or when `signal` aborts. */
  next(sessionId: string, signal: AbortSignal): Promise<void>;
  /** Sessions that somebody here waits for, and points whose plugs are looked at (`plugTopic`). */
  awaited(): readonly string[];
  /** The session has changed elsewhere: wakes only whoever waits here. */
  wake(sessionId: string): void;
}

export function createSessionNotifier(changeFeed: ChangeFeed): SessionNotifier {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (sessionId: string) => {
    const listeners = waiting.get(sessionId);
    waiting.delete(sessionId);
    for (const report of listeners ?? []) report();
  };
  changeFeed.subscribe(what => {
    if (what === GAP) for (const sessionId of [...waiting.keys()]) wake(sessionId);
    else if (what !== WORK) wake(what);
  });
  return {
    wake,
    notify: changeFeed.publish,
    awaited: () => [...waiting.keys()],
    next: (sessionId, signal) =>
      new Promise<void>(resolve => {
        const listeners = getOrMake(waiting, sessionId, () => new Set<() => void>());
        const leave = () => {
          listeners.delete(resume);
          if (listeners.size === 0 && waiting.get(sessionId) === listeners) waiting.delete(sessionId);
          resolve();
        };
        // A signal may be that of somebody who watches for hours.
        const resume = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        listeners.add(resume);
        signal.addEventListener('abort', leave, { once: true });
      }),
  };
}
