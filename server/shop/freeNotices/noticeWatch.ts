import { later } from '../../core/records/instants.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { CATALOGUE, evseIdOfTopic, GAP } from '../../store/engine/changeFeed.ts';
import { enqueue } from '../../store/jobs/outboxRows.ts';
import { isExpired, listNotices, offerOf, plugKey, type WaitingNotice, waitingNotices } from './waitingNotices.ts';

/** All plugs are checked at this interval, because changes can be missed and a plug can become usable without a report. */
const CHECK_ALL_EVERY_MS = 30_000;

/**
 * Returns a function to call regularly. It enqueues the messages for plugs that have become free. Plugs that the change feed
 * names are checked at the next call, all others twice a minute. Each message is a job with a fixed number, so several processes
 * enqueue it once.
 */
export function createNoticeWatch(context: OperatorContext): () => Promise<void> {
  const { store, clock } = context;
  const changed = new Set<string>();
  let checkAllAt = new Date(0);
  store.changeFeed.subscribe(topic => {
    const evseId = evseIdOfTopic(topic);
    if (evseId !== null) changed.add(evseId);
    else if (topic === CATALOGUE || topic === GAP) checkAllAt = new Date(0);
  });
  return async () => {
    const now = clock.now();
    // If the machine's clock was set back, the next check still follows within one interval.
    const isAll = now >= checkAllAt || checkAllAt > later(now, CHECK_ALL_EVERY_MS);
    if (!isAll && changed.size === 0) return;
    const evseIds = new Set(changed);
    changed.clear();
    if (isAll) checkAllAt = later(now, CHECK_ALL_EVERY_MS);
    const due = (await listNotices(store.db)).filter(({ json }) => isAll || evseIds.has(json.evseId));
    for (const [plug, notices] of Map.groupBy(due, ({ json }) => plugKey(json))) {
      try {
        await checkPlug(context, notices, now);
      } catch (error) {
        // Another plug can succeed. This one is checked again with all plugs.
        context.logEvent('scheduled check failed, retrying', {
          plug,
          reason: error instanceof Error ? error.name : 'error',
        });
      }
    }
  };
}

async function checkPlug(
  context: OperatorContext,
  notices: readonly { key: string; json: WaitingNotice }[],
  now: Date,
): Promise<void> {
  const [first] = notices;
  if (!first) return;
  for (const { key, json } of notices) if (isExpired(json, now)) await waitingNotices(context.store.db).delete(key);
  // A plug with a connected vehicle is not free: another driver is about to charge. A point that has left the catalogue may come
  // back, so the notice stays until its lifetime has ended.
  if ((await offerOf(context, first.json))?.plug.state !== 'available') return;
  await context.store.inTransaction(async trx => {
    for (const { key, json } of notices)
      if (!isExpired(json, now)) await enqueue(trx, { kind: 'notify-free', subjectId: key, at: now });
  });
}
