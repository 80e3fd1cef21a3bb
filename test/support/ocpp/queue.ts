import type { Link, Message, Station } from './station.ts';
import { wait } from './time.ts';
import { call, type Wire } from './wire.ts';

/** Sends the queued messages one after another. */
export async function empty(station: Station, wire: Wire): Promise<void> {
  const { link } = station;
  if (wire.isSending) return;
  wire.isSending = true;
  try {
    const attempts = new Map<Message, number>();
    for (;;) {
      const over = wire.over.signal;
      const message = wire.client && link.queue.find(({ isRequestedFor }) => isRequestedFor || link.registration === 'Accepted');
      if (!message) return;
      const answer = await call(station, wire, message);
      if (answer !== null && message.hears?.() !== false) {
        remove(link, message);
        message.onAnswer?.(answer);
        continue;
      }
      if (over.aborted) continue;
      const { attempts: limit, retryMs } = station.dialect.knobs(station);
      const tried = (attempts.get(message) ?? 0) + 1;
      attempts.set(message, tried);
      if (!message.isStored || tried >= limit) {
        remove(link, message);
        message.onLost?.();
      } else await wait(station, retryMs * tried, over);
    }
  } finally {
    wire.isSending = false;
  }
}

const remove = (link: Link, message: Message): void => {
  const at = link.queue.indexOf(message);
  if (at >= 0) link.queue.splice(at, 1);
};

/** Marks the station as disconnected. Drops all queued messages that are not to be stored. */
export function forget(station: Station, wire: Wire): void {
  const { link } = station;
  wire.client = null;
  wire.over.abort();
  const lost = link.queue.filter(({ isStored }) => !isStored);
  link.queue = link.queue.filter(({ isStored }) => isStored);
  for (const { onLost } of lost) onLost?.();
}
