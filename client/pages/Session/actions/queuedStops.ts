import { DAY_MS } from '../../../../shared/model/time.ts';
import { readStoredList, writeStored } from '../../../core/browserStorage.ts';

/** A stop that was asked for and has not reached the app yet. */
interface QueuedStopEntry {
  sessionId: string;
  at: string;
}

const KEY = 'asked-stops';
/** No session is charging by then. */
const MAX_AGE_MS = 3 * DAY_MS;

/** When this device was asked to stop the session; null: it was not. A browser may refuse to keep it: then the page does. */
export const stopRequestedAt = (sessionId: string): string | null =>
  queuedStops().find(stop => stop.sessionId === sessionId)?.at ?? null;

/** Keeps a stop until it is forgotten, also over a reload: a dead spot must not lose it. */
export const noteStop = (stop: QueuedStopEntry): boolean => writeStored(KEY, [...others(stop.sessionId), stop]);

export function forgetStop(sessionId: string): void {
  if (stopRequestedAt(sessionId) !== null) writeStored(KEY, others(sessionId));
}

const others = (sessionId: string) => queuedStops().filter(stop => stop.sessionId !== sessionId);

const queuedStops = (): readonly QueuedStopEntry[] =>
  readStoredList(KEY, isQueuedStop).filter(({ at }) => Date.now() - Date.parse(at) < MAX_AGE_MS);

function isQueuedStop(entry: unknown): entry is QueuedStopEntry {
  const { sessionId, at }: Record<string, unknown> = Object(entry);
  return typeof sessionId === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at));
}
