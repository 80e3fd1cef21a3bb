import { upTo } from '../sessions/complete.ts';
import { billUntil, type Priced } from '../sessions/prices.ts';
import type { SessionRecord } from '../store/sessions.ts';
import { type Asked, asBilled } from './stuckSessions.ts';

/** What a bill by hand would come to, in minor units. */
export function priceOf(session: SessionRecord, priced: Priced, asked: Asked): number {
  const billed = asBilled(session, priced.readings.at(-1) ?? null, asked);
  const told = [...priced.readings, ...billed.added];
  const readings = session.review ? upTo(told, asked) : told;
  return billUntil(billed.session, { ...priced, readings }, asked.endedAt).totalMinor;
}
