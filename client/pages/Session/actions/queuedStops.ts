import { DAY_MS } from '../../../../shared/model/time.ts';
import { keep, readKeptList } from '../../../core/browserStorage.ts';

/** A stop that was asked for and has not reached the app yet. */
interface AskedStop {
  sessionId: string;
  at: string;
}

const KEY = 'asked-stops';
/** No session is charging by then. */
const KEPT_MS = 3 * DAY_MS;

/** When this device was asked to stop the session; null: it was not. A browser may refuse to keep it: then the page does. */
export const stopAskedAt = (sessionId: string): string | null =>
  askedStops().find(stop => stop.sessionId === sessionId)?.at ?? null;

/** Keeps a stop until it is forgotten, also over a reload: a dead spot must not lose it. */
export const noteStop = (stop: AskedStop): boolean => keep(KEY, [...others(stop.sessionId), stop]);

export function forgetStop(sessionId: string): void {
  if (stopAskedAt(sessionId) !== null) keep(KEY, others(sessionId));
}

const others = (sessionId: string) => askedStops().filter(stop => stop.sessionId !== sessionId);

const askedStops = (): readonly AskedStop[] =>
  readKeptList(KEY, isAsked).filter(({ at }) => Date.now() - Date.parse(at) < KEPT_MS);

function isAsked(entry: unknown): entry is AskedStop {
  const { sessionId, at }: Record<string, unknown> = Object(entry);
  return typeof sessionId === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at));
}
