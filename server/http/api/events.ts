import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { POINT_EVENTS, SESSION_EVENTS, WATCH_EVENTS } from '../../../shared/charging/charging.ts';
import { LIMITS } from '../../../shared/charging/limits.ts';
import type { Session } from '../../../shared/charging/session.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { networkOf } from '../../platform/network/networkOf.ts';
import { parseRequest } from '../request/input.ts';
import { createChannels, type Watched } from './channels.ts';

export interface Events {
  router: Router;
  /** Returns the number of open streams. */
  open(): number;
  /** Ends all streams. Browsers reconnect after a random delay of some seconds. */
  close(): void;
}

interface Visit {
  request: Request;
  response: Response;
  fail: NextFunction;
}

/**
 * Routes for server-sent events. A session event contains the whole session, with its version as the event id. A charging point
 * event only says that the point has changed.
 * @param limit maximum number of open streams; browsers beyond it poll instead
 */
export function createEvents(backend: Backend, limit: number): Events {
  const channels = createChannels();
  const perNetwork = new Map<string, number>();
  const maxPerNetwork = Math.ceil(limit * LIMITS.streamsShare);
  let opened = 0;

  /**
   * Opens a stream and counts it until it closes.
   * @throws Problem 'too-many' if too many streams are open in total or for the visitor's network
   */
  const follow = async <T>({ request, response, fail }: Visit, watched: Watched<T>) => {
    const from = networkOf(request.ip ?? '');
    const open = perNetwork.get(from) ?? 0;
    if (opened >= limit || open >= maxPerNetwork) throw new Problem('too-many', { retryAfterS: 60 });
    perNetwork.set(from, open + 1);
    opened += 1;
    response.once('close', () => {
      opened -= 1;
      const left = (perNetwork.get(from) ?? 1) - 1;
      if (left > 0) perNetwork.set(from, left);
      else perNetwork.delete(from);
    });
    await channels.join({ response, fail }, watched);
  };
  const router = express.Router();
  router.get(SESSION_EVENTS, async (request, response, fail) => {
    response.locals.route = 'events';
    const whose = parseRequest('getSession', request.params);
    const key = `session ${whose.sessionId}`;
    await follow({ request, response, fail }, { key, watch: signal => backend.watchSession({ ...whose, signal }), eventOf });
  });
  router.get(WATCH_EVENTS, async (request, response, fail) => {
    response.locals.route = 'events';
    const whose = parseRequest('getWatchedSession', request.params);
    const key = `watched ${whose.watchId}`;
    await follow({ request, response, fail }, { key, watch: signal => backend.watchSession({ ...whose, signal }), eventOf });
  });
  router.get(POINT_EVENTS, async (request, response, fail) => {
    response.locals.route = 'events';
    const point = parseRequest('getChargingPoint', request.params);
    const key = `point ${point.clientId} ${point.evseId}`;
    await follow(
      { request, response, fail },
      { key, watch: signal => backend.watchPoint({ ...point, signal }), eventOf: changeEvent },
    );
  });
  return { router, open: () => opened, close: channels.close };
}

/** The first event, before any change, is only an SSE comment: the page was just rendered, so there is nothing to update. */
const changeEvent = (changes: number): Buffer => (changes === 0 ? NO_CHANGE : Buffer.from(`data: ${changes}\n\n`));
const NO_CHANGE = Buffer.from(': here\n\n');

const events = new WeakMap<Session, Buffer>();

/** Serialises a session as an event. All streams of a session share the object, so each version is serialised only once. */
function eventOf(session: Session): Buffer {
  const known = events.get(session);
  if (known) return known;
  const event = Buffer.from(`id: ${session.version}\ndata: ${JSON.stringify(session)}\n\n`);
  events.set(session, event);
  return event;
}
