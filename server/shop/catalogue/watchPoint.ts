import { Problem } from '../../../shared/model/problem.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { plugTopic } from '../../store/engine/changeFeed.ts';
import { findPoint } from '../../store/shop/catalogue.ts';

/** Counts, from 0 at once, how often something about the plugs of a point may have changed. @throws Problem 'no-charging-point' */
export async function* watchPoint(
  context: OperatorContext,
  { clientId, evseId, signal }: { clientId: string; evseId: string; signal: AbortSignal },
): AsyncIterable<number> {
  const point = await findPoint(context.store.db, evseId);
  if (point?.clientId !== clientId) throw new Problem('no-charging-point');
  for (let changes = 0; !signal.aborted; changes++) {
    // Before the count is told, so that nothing is missed while it is on its way.
    const next = context.sessionNotifier.next(plugTopic(point.evseId), signal);
    yield changes;
    await next;
  }
}
