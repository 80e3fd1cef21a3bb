import type { OperatorContext } from '../context.ts';
import type { SessionRow } from '../store/sessions.ts';
import type { Db } from '../store/store.ts';
import { addressOf } from './stationAddress.ts';

/** Whether a session waits longer for its end, or for the last meter value, than is usual at its station. */
export async function isOverdue(
  { stations, clock }: Pick<OperatorContext, 'stations' | 'clock'>,
  db: Db,
  session: SessionRow,
): Promise<boolean> {
  const { state, stop_asked_at, start_by } = session;
  if (state !== 'stopping' && state !== 'cancelling') return false;
  const since = state === 'stopping' ? stop_asked_at : start_by;
  const { lastValueWithinS } = stations.capabilities(await addressOf(db, session));
  return (since ?? 0) + lastValueWithinS * 1000 <= clock.now().getTime();
}
