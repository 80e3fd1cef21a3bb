import type { Counts } from '../../core/ports/backend.ts';
import { listOpen } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { countOpen, oldestUnsettled, outboxDepth } from '../../store/shop/states.ts';

/** Counts open sessions and payments by state, jobs in the outbox, and open alerts, for monitoring. */
export async function countAll({ store: { db }, clock }: Pick<OperatorContext, 'store' | 'clock'>): Promise<Counts> {
  const { depth, oldestAt, oldestOf } = await outboxDepth(db);
  const nowMs = clock.now().getTime();
  const secondsSince = (at: Date | null): number => (at ? Math.max(0, Math.round((nowMs - at.getTime()) / 1000)) : 0);
  const overdue = Object.entries(oldestOf).map(([kind, at]) => [kind, secondsSince(at)] as const);
  const open = (await listOpen(db)).map(({ facts }) => String(facts.why));
  return {
    sessions: await countOpen(db, 'sessions'),
    payments: await countOpen(db, 'payments'),
    outbox: {
      depth,
      oldestAt: oldestAt?.toISOString() ?? null,
      overdueS: secondsSince(oldestAt),
      overdueKindsS: Object.fromEntries(overdue),
    },
    unsettledS: secondsSince(await oldestUnsettled(db)),
    attention: open.length,
    attentionKinds: numbersOf(open),
  };
}

/** Returns how often each word occurs. */
function numbersOf(words: readonly string[]): Readonly<Record<string, number>> {
  const numbers = new Map<string, number>();
  for (const word of words) numbers.set(word, (numbers.get(word) ?? 0) + 1);
  return Object.fromEntries(numbers);
}
