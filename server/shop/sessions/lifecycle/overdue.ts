import { later } from '../../../core/records/instants.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import type { Db } from '../../../store/engine/database.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import { addressOf } from '../../catalogue/stationAddress.ts';

/** Returns whether the end or the last meter reading of a session takes longer than usual at its station. */
export async function isOverdue(
  { stations, clock }: Pick<OperatorContext, 'stations' | 'clock'>,
  db: Db,
  session: SessionRecord,
): Promise<boolean> {
  const { state, stopRequestedAt, startBy, review } = session;
  // A session with a review has its last meter reading and only waits for a decision of staff.
  if (review !== null) return false;
  if (state !== 'stopping' && state !== 'cancelling') return false;
  const since = state === 'stopping' ? stopRequestedAt : startBy;
  const { lastValueWithinS } = stations.capabilities(await addressOf(db, session));
  return later(since ?? new Date(0), lastValueWithinS * 1000) <= clock.now();
}
