import type { OperatorContext } from '../context.ts';
import { listPushSubscriptions } from '../store/devices/pushSubscriptions.ts';
import { enqueueAll } from '../store/outboxRows.ts';
import type { Db } from '../store/store.ts';
import { PUSH_EVENTS, type PushEvent } from '../store/tables/smallTables.ts';

/** A job's number is its event, so that no device is told of one twice. */
const numberOf = (event: PushEvent): number => PUSH_EVENTS.indexOf(event) + 1;
export const eventOf = (n: number): PushEvent | null => PUSH_EVENTS[n - 1] ?? null;

interface TellAsk {
  sessionId: string;
  event: PushEvent;
  at: Date;
}

/** Enqueues a message for each device that is told of a session, all at once. */
export async function tellDevices(
  { push }: Pick<OperatorContext, 'push'>,
  db: Db,
  { sessionId, event, at }: TellAsk,
): Promise<void> {
  if (!push) return;
  const devices = await listPushSubscriptions(db, sessionId);
  await enqueueAll(
    db,
    devices.map(({ id }) => ({ kind: 'push', subjectId: id, n: numberOf(event), at })),
  );
}
