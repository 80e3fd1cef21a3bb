import { DAY_MS } from '../../../../shared/model/time.ts';
import { readStoredList, writeStored } from '../../../core/browserStorage.ts';

/** A requested stop that has not reached the app yet. */
interface QueuedStopEntry {
  sessionId: string;
  at: string;
}

const KEY = 'asked-stops';
/** After this time no session is charging any more. */
const MAX_AGE_MS = 3 * DAY_MS;

/**
 * Time at which the driver requested the stop on this device. Null: no request. If the browser refuses storage, only the open
 * page remembers the request.
 */
export const stopRequestedAt = (sessionId: string): string | null =>
  queuedStops().find(stop => stop.sessionId === sessionId)?.at ?? null;

/** Stores a stop until it is removed. The stop survives a reload, so a dead spot cannot lose it. */
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
