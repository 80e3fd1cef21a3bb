import { DAY_MS } from '../../../../shared/model/time.ts';
import { readStoredList, writeStored } from '../../../core/browserStorage.ts';

/** A stop that the driver has requested, but that has not reached the server yet. */
interface QueuedStopEntry {
  sessionId: string;
  at: string;
}

const KEY = 'asked-stops';
/** Older requests are dropped, because no session lasts longer. */
const MAX_AGE_MS = 3 * DAY_MS;

/**
 * Returns the time at which the driver requested the stop on this device. Null: no request is stored. If the browser refuses
 * storage, only the open page knows the request.
 */
export const stopRequestedAt = (sessionId: string): string | null =>
  queuedStops().find(stop => stop.sessionId === sessionId)?.at ?? null;

/** Stores a stop request until the server has accepted or refused it, so that neither a dead spot nor a reload can lose it. */
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
