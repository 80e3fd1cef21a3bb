import type { OperatorContext } from '../../../runtime/context.ts';
import type { Db } from '../../../store/engine/database.ts';
import { enqueueAll } from '../../../store/jobs/outboxRows.ts';
import { listDevices } from '../../../store/shop/pushDevices.ts';
import { PUSH_EVENTS, type PushEvent } from '../../../store/tables/otherTables.ts';

/** The job number identifies the event, so that no device receives an event twice. */
const numberOf = (event: PushEvent): number => PUSH_EVENTS.indexOf(event) + 1;
export const eventOf = (n: number): PushEvent | null => PUSH_EVENTS[n - 1] ?? null;

interface EnqueuePushOptions {
  sessionId: string;
  event: PushEvent;
  at: Date;
}

/** Enqueues a message for each device of a session, all at once. */
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
