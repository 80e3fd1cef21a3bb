import { Problem } from '../../../shared/model/problem.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { plugTopic } from '../../store/engine/changeFeed.ts';
import { findPoint } from '../../store/shop/catalogue.ts';

/**
 * Yields a count of possible changes to the connectors of a point, beginning with 0 at once.
 * @throws Problem 'no-charging-point'
 */
export async function* watchPoint(
  context: OperatorContext,
  { clientId, evseId, signal }: { clientId: string; evseId: string; signal: AbortSignal },
): AsyncIterable<number> {
  const point = await findPoint(context.store.db, evseId);
  if (point?.clientId !== clientId) throw new Problem('no-charging-point');
  for (let changes = 0; !signal.aborted; changes++) {
    // The subscription begins before the count is yielded, so that no change is missed.
    const next = context.sessionNotifier.next(plugTopic(point.evseId), signal);
    yield changes;
    await next;
  }
}
