import { getOrMake } from '../../shared/util/getOrMake.ts';
import { type ChangeFeed, GAP, WORK } from '../store/engine/changeFeed.ts';

/** Informs the watchers of a session about its changes. */
export interface SessionNotifier {
  /** Notifies all watchers of a session, also in other processes. */
  notify(sessionId: string): void;
  /** Resolves at the next notification, or when `signal` aborts. */
  next(sessionId: string, signal: AbortSignal): Promise<void>;
  /** Lists the session ids and the topics of points (`plugTopic`) that are watched in this process. */
  awaited(): readonly string[];
  /** Notifies the watchers in this process only, after another process has changed the session. */
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
        // The signal lives as long as a browser watches, which may be hours. If this listener were not removed, one listener per
        // notification would accumulate.
        const resume = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        listeners.add(resume);
        signal.addEventListener('abort', leave, { once: true });
      }),
  };
}
