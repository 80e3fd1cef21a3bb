import { randomInt } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';
import { POINT_EVENTS, SESSION_EVENTS, WATCH_EVENTS } from '../../shared/charging.ts';
import { LIMITS } from '../../shared/limits.ts';
import { Problem } from '../../shared/problem.ts';
import type { Session } from '../../shared/session.ts';
import type { Backend } from '../backend.ts';
import { readAsk } from './input.ts';
import { network } from './network.ts';

const HEARTBEAT_MS = 20_000;

export interface Events {
  router: Router;
  /** How many streams are open. */
  open(): number;
  /** Ends every stream; browsers come back by themselves, spread over some seconds. */
  close(): void;
}

/**
 * Server-sent events. Of live sessions each carries the whole view, its id is the view's version; of points only that there is
 * news.
 */
export function createEvents(backend: Backend): Events {
  const streams = new Set<AbortController>();
  const perNetwork = new Map<string, number>();
  const router = express.Router();

  /** Counts the stream of this visitor until it ends. @throws Problem 'too-many' */
  const follow = async <T>(request: Request, response: Response, watched: Watched<T>) => {
    const from = network(request.ip ?? '');
    const open = perNetwork.get(from) ?? 0;
    if (streams.size >= LIMITS.streams || open >= LIMITS.streamsPerNetwork) throw new Problem('too-many', { retryAfterS: 60 });
    perNetwork.set(from, open + 1);
    const stream = new AbortController();
    streams.add(stream);
    response.once('close', () => stream.abort());
    try {
      await send(response, { ...watched, signal: stream.signal });
    } finally {
      streams.delete(stream);
      const left = (perNetwork.get(from) ?? 1) - 1;
      if (left > 0) perNetwork.set(from, left);
      else perNetwork.delete(from);
    }
  };
  router.get(SESSION_EVENTS, async (request, response) => {
    response.locals.route = 'events';
    const whose = readAsk('getSession', request.params);
    await follow(request, response, { watch: signal => backend.watchSession({ ...whose, signal }), eventOf });
  });
  router.get(WATCH_EVENTS, async (request, response) => {
    response.locals.route = 'events';
    const whose = readAsk('getWatchedSession', request.params);
    await follow(request, response, { watch: signal => backend.watchSession({ ...whose, signal }), eventOf });
  });
  router.get(POINT_EVENTS, async (request, response) => {
    response.locals.route = 'events';
    const point = readAsk('getChargingPoint', request.params);
    await follow(request, response, { watch: signal => backend.watchPoint({ ...point, signal }), eventOf: newsOf });
  });
  return {
    router,
    open: () => streams.size,
    close() {
      for (const stream of streams) stream.abort();
    },
  };
}

interface Watched<T> {
  watch(signal: AbortSignal): AsyncIterable<T>;
  eventOf(view: T): Buffer | string;
}

async function send<T>(response: Response, { watch, eventOf, signal }: Watched<T> & { signal: AbortSignal }): Promise<void> {
  const views = watch(signal)[Symbol.asyncIterator]();
  // An unknown session is answered with a status, before the stream begins.
  let view = await views.next();
  // no-transform: a compressed stream would hold every event back and cost memory for each visitor.
  response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
  response.flushHeaders();
  response.write(`retry: ${randomInt(2000, 6000)}\n\n`);
  const heartbeat = setInterval(() => response.write(': here\n\n'), HEARTBEAT_MS);
  try {
    for (; !view.done && !signal.aborted; view = await views.next()) response.write(eventOf(view.value));
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}

/** The page has just been made: only what comes later is news. */
const newsOf = (changes: number): string => (changes === 0 ? ': here\n\n' : `data: ${changes}\n\n`);

const events = new WeakMap<Session, Buffer>();

/** Serialised once for all who watch: they get the same view object. */
function eventOf(session: Session): Buffer {
  const known = events.get(session);
  if (known) return known;
  const event = Buffer.from(`id: ${session.version}\ndata: ${JSON.stringify(session)}\n\n`);
  events.set(session, event);
  return event;
}
