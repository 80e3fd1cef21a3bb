import type { Session } from '../../../shared/charging/session.ts';
import { isOver } from '../../../shared/charging/session.ts';
import type { WatchSessionRequest } from '../../core/ports/backend.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { SharedView } from '../../runtime/sessionCaches.ts';
import { evseIdOfTopic, plugTopic } from '../../store/engine/changeFeed.ts';
import type { Db } from '../../store/engine/database.ts';
import { plugStatesOf } from '../../store/shop/catalogue.ts';
import { type SessionRecord, versionsOf } from '../../store/shop/sessions.ts';
import { getRow } from './sessions.ts';
import { type Reader, viewSession } from './views/views.ts';

/** Maximum age of a `SharedView`. After this time a new one is made, because fees continue between two meter readings. */
const OLDEST_MS = 15_000;

function createSharedView(context: OperatorContext, { row, reader }: { row: SessionRecord; reader: Reader }): SharedView {
  const key = `${reader} ${row.id}`;
  const [ending, waiting] = [new AbortController(), new Set<() => void>()];
  const end = () => {
    if (context.viewsInFlight.get(key) === view) context.viewsInFlight.delete(key);
    clearTimeout(timer);
    // A text as reason, because `abort` without a reason creates an error with a stack trace, which takes time.
    ending.abort('the turn is over');
    for (const report of waiting) report();
    waiting.clear();
  };
  // The subscription begins before the row is read, so that no change in between is missed.
  void context.sessionNotifier.next(row.id, ending.signal).then(end);
  const timer = setTimeout(end, OLDEST_MS).unref();
  const session = getRow(context, { sessionId: row.id }).then(now => viewSession(context, now, reader));
  const view: SharedView = {
    version: row.version,
    session,
    end,
    over: signal =>
      new Promise<void>(resolve => {
        if (signal.aborted || ending.signal.aborted) return resolve();
        const leave = () => {
          waiting.delete(finish);
          // When the last recipient has left, the subscription ends.
          if (waiting.size === 0) end();
          resolve();
        };
        const finish = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        waiting.add(finish);
        signal.addEventListener('abort', leave, { once: true });
      }),
  };
  context.viewsInFlight.set(key, view);
  session.then(({ version }) => {
    view.version = version;
  }, end);
  return view;
}

/** Returns the current `SharedView` of a session. If it is older than `row`, creates a new one. */
function getSharedView(context: OperatorContext, request: { row: SessionRecord; reader: Reader }): SharedView {
  const view = context.viewsInFlight.get(`${request.reader} ${request.row.id}`);
  if (view && view.version >= request.row.version) return view;
  view?.end();
  return createSharedView(context, request);
}

/**
 * Yields the session now and after each change, until no further change is possible. All recipients of the same kind share one
 * `SharedView` per change.
 */
export async function* watchSession(context: OperatorContext, { signal, ...whose }: WatchSessionRequest): AsyncIterable<Session> {
  const reader = 'watchId' in whose ? 'watcher' : 'stream';
  let row = await getRow(context, whose);
  while (!signal.aborted) {
    const view = getSharedView(context, { row, reader });
    const session = await view.session;
    yield session;
    if (isOver(session.kind) && session.refreshAfterMs === 0) return;
    await view.over(signal);
    row = { ...row, version: session.version };
  }
}

const POLL_MS = 2000;

/** Returns the version of each watched session and the state of each watched connector. */
async function marksOf(db: Db, watched: readonly string[]): Promise<ReadonlyMap<string, string | number>> {
  const evseIds = watched.flatMap(what => evseIdOfTopic(what) ?? []);
  const versions = await versionsOf(
    db,
    watched.filter(what => evseIdOfTopic(what) === null),
  );
  const states = await plugStatesOf(db, evseIds);
  return new Map<string, string | number>([...versions, ...[...states].map(([id, state]) => [plugTopic(id), state] as const)]);
}

/**
 * Polls the sessions and connectors that are watched in this process every two seconds, while the change feed does not push the
 * changes of other processes.
 * @returns a function that ends the polling
 */
export function pollVersions({ store, sessionNotifier }: OperatorContext): () => void {
  if (store.changeFeed.arrival() === 'one process') return () => undefined;
  let seen: ReadonlyMap<string, string | number> = new Map();
  let isLooking = false;
  const poll = async () => {
    // If the database is slow, the next query waits until the previous one has been answered.
    if (isLooking || store.changeFeed.arrival() !== 'polled') return;
    isLooking = true;
    const now = await marksOf(store.db, sessionNotifier.awaited()).catch(() => seen);
    isLooking = false;
    // A session or connector without a mark is newly watched and may have changed since its page was rendered, so it counts as
    // changed.
    for (const [what, mark] of now) if (seen.get(what) !== mark) sessionNotifier.wake(what);
    seen = now;
  };
  const timer = setInterval(() => void poll(), POLL_MS);
  return () => clearInterval(timer);
}
