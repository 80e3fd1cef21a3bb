import type { OperatorContext } from '../../../runtime/context.ts';
import type { Db } from '../../../store/engine/database.ts';
import { enqueueAll } from '../../../store/jobs/outboxRows.ts';
import { listDevices } from '../../../store/shop/pushDevices.ts';
import { PUSH_EVENTS, type PushEvent } from '../../../store/tables/otherTables.ts';

/** Returns the job number of an event. Since each event has a fixed number, no device gets a second job for it. */
const numberOf = (event: PushEvent): number => PUSH_EVENTS.indexOf(event) + 1;
export const eventOf = (n: number): PushEvent | null => PUSH_EVENTS[n - 1] ?? null;

interface EnqueuePushOptions {
  sessionId: string;
  event: PushEvent;
  at: Date;
}

/** Enqueues the message about an event for every device of a session. */
export async function enqueuePush(
  { push }: Pick<OperatorContext, 'push'>,
  db: Db,
  { sessionId, event, at }: EnqueuePushOptions,
): Promise<void> {
  if (!push) return;
  const devices = await listDevices(db, sessionId);
  await enqueueAll(
    db,
    devices.map(({ id }) => ({ kind: 'push-device' as const, subjectId: id, n: numberOf(event), at })),
  );
}
