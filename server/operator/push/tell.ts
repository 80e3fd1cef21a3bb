import { listPushSubscriptions } from '../store/devices/pushSubscriptions.ts';
import { enqueue } from '../store/outboxRows.ts';
import type { Trx } from '../store/store.ts';
import { PUSH_EVENTS, type PushEvent } from '../store/tables/smallTables.ts';

/** A job's number is its event, so that no device is told of one twice. */
const numberOf = (event: PushEvent): number => PUSH_EVENTS.indexOf(event) + 1;
export const eventOf = (n: number): PushEvent | null => PUSH_EVENTS[n - 1] ?? null;

interface TellAsk {
  sessionId: string;
  event: PushEvent;
  at: Date;
}

/** Enqueues a message for each device that is told of a session. */
export async function tellDevices(trx: Trx, { sessionId, event, at }: TellAsk): Promise<void> {
  for (const { id } of await listPushSubscriptions(trx, sessionId))
    await enqueue(trx, { kind: 'push', subjectId: id, n: numberOf(event), at });
}
