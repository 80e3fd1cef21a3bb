import { Problem } from '../../../shared/model/problem.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { plugTopic } from '../../store/engine/changeFeed.ts';
import { findPoint } from '../../store/shop/catalogue.ts';

/**
 * Yields a counter: 0 at once, then the next number whenever the connectors of a charging point may have changed.
 * @throws Problem 'no-charging-point'
 */
export async function* watchPoint(
  context: OperatorContext,
  { clientId, evseId, signal }: { clientId: string; evseId: string; signal: AbortSignal },
): AsyncIterable<number> {
  const point = await findPoint(context.store.db, evseId);
  if (point?.clientId !== clientId) throw new Problem('no-charging-point');
  for (let changes = 0; !signal.aborted; changes++) {
    // The subscription begins before the counter is yielded, so that no change is missed while the caller is busy.
    const next = context.sessionNotifier.next(plugTopic(point.evseId), signal);
    yield changes;
    await next;
  }
}
