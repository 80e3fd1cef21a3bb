import type { SessionEventData, WebhookEventType } from '../../../shared/console/webhooks.ts';
import { iso } from '../../../shared/model/time.ts';
import type { Trx } from '../engine/database.ts';
import { emit } from '../jobs/webhookEvents.ts';
import type { SessionRecord } from '../tables/tables.ts';

type SessionEvent = Extract<WebhookEventType, `session.${string}`>;

/**
 * Returns the event of a change of a session. Null: the change has none. An order that ends before its start is requested was
 * never paid, and has no event.
 */
function eventOf(before: SessionRecord, after: SessionRecord): SessionEvent | null {
  if (after.state === 'completed') return 'session.completed';
  if (after.state === 'cancelled') return before.state === 'draft' ? null : 'session.never_started';
  if (before.startedAt === null && after.startedAt !== null) return 'session.started';
  return after.state === 'paused' ? 'session.paused' : null;
}

/** Subject of all events that are about one session, its payment included. They are sent in their order. */
export const sessionSubject = (number: number): string => `session ${number}`;

/** Writes the event of a session's new state, if there is one. */
export async function emitSession(trx: Trx, before: SessionRecord, after: SessionRecord): Promise<void> {
  const type = eventOf(before, after);
  if (type === null) return;
  const { number, clientId } = after;
  await emit(trx, type, () => ({ subject: sessionSubject(number), clientId, data: dataOf(after) }));
}

const dataOf = (session: SessionRecord): SessionEventData => ({
  session: session.number,
  version: session.version,
  state: session.state,
  client: session.clientId,
  evseId: session.evseId,
  connector: session.connector,
  startedAt: iso(session.startedAt),
  endedAt: iso(session.endedAt),
  energyWh: session.energyWh,
  total:
    session.bill === null || session.totalMinor === null
      ? null
      : { amountMinor: session.totalMinor, currency: session.bill.currency },
});
