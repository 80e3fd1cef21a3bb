import type { Session } from '../../../shared/session.ts';
import { isOver } from '../../../shared/session.ts';
import type { SessionWatchAsk } from '../../backend.ts';
import type { OperatorContext } from '../context.ts';
import { type ChangeFeed, GAP, WORK } from '../store/changeFeed.ts';
import { type SessionRecord, versionsOf } from '../store/sessions.ts';
import { getRow } from './sessions.ts';
import { type Reader, viewSession } from './views.ts';

/** Tells those who wait for a session, here or at another process, that it has changed. */
export interface SessionNotifier {
  /** Notifies everybody who waits for this session, also at other processes. */
  notify(sessionId: string): void;
  /** Resolves at the next change, or when `signal` aborts. */
  next(sessionId: string, signal: AbortSignal): Promise<void>;
  /** Sessions that somebody here waits for. */
  awaited(): readonly string[];
  /** The session has changed elsewhere: wakes only whoever waits here. */
  wake(sessionId: string): void;
}

export function createSessionNotifier(changeFeed: ChangeFeed): SessionNotifier {
  const waiting = new Map<string, Set<() => void>>();
  const wake = (sessionId: string) => {
    const listeners = waiting.get(sessionId);
    waiting.delete(sessionId);
    for (const tell of listeners ?? []) tell();
  };
  changeFeed.subscribe(what => {
    if (what === GAP) for (const sessionId of [...waiting.keys()]) wake(sessionId);
    else if (what !== WORK) wake(what);
  });
  return {
    wake,
    notify: changeFeed.publish,
    awaited: () => [...waiting.keys()],
    next: (sessionId, signal) =>
      new Promise<void>(resolve => {
        const listeners = waiting.get(sessionId) ?? new Set();
        waiting.set(sessionId, listeners.add(resolve));
        signal.addEventListener(
          'abort',
          () => {
            listeners.delete(resolve);
            if (listeners.size === 0 && waiting.get(sessionId) === listeners) waiting.delete(sessionId);
            resolve();
          },
          { once: true },
        );
      }),
  };
}

/** Fees run on between two meter values: a view is never older than this. */
const OLDEST_MS = 15_000;

/** The time from one change of a session to the next: one view for all who watch it meanwhile. */
export interface Turn {
  version: number;
  session: Promise<Session>;
  /** Resolves when there is something newer to see, or when `signal` aborts. */
  over(signal: AbortSignal): Promise<void>;
  end(): void;
}

function beginTurn(context: OperatorContext, { row, reader }: { row: SessionRecord; reader: Reader }): Turn {
  const key = `${reader} ${row.id}`;
  const [ending, waiting] = [new AbortController(), new Set<() => void>()];
  const end = () => {
    if (context.turns.get(key) === turn) context.turns.delete(key);
    clearTimeout(timer);
    ending.abort();
    for (const tell of waiting) tell();
    waiting.clear();
  };
  // Subscribed before the row is read, so that a change in between is not missed.
  void context.sessionNotifier.next(row.id, ending.signal).then(end);
  const timer = setTimeout(end, OLDEST_MS).unref();
  const session = getRow(context, { sessionId: row.id }).then(now => viewSession(context, now, reader));
  const turn: Turn = {
    version: row.version,
    session,
    end,
    over: signal =>
      new Promise<void>(resolve => {
        if (signal.aborted || ending.signal.aborted) return resolve();
        const leave = () => {
          waiting.delete(tell);
          // The last one who waited has left, so the subscription ends.
          if (waiting.size === 0) end();
          resolve();
        };
        const tell = () => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        waiting.add(tell);
        signal.addEventListener('abort', leave, { once: true });
      }),
  };
  context.turns.set(key, turn);
  session.then(({ version }) => {
    turn.version = version;
  }, end);
  return turn;
}

/** The turn that goes on, unless it shows the session as it was before `row`. */
function turnOf(context: OperatorContext, ask: { row: SessionRecord; reader: Reader }): Turn {
  const turn = context.turns.get(`${ask.reader} ${ask.row.id}`);
  if (turn && turn.version >= ask.row.version) return turn;
  turn?.end();
  return beginTurn(context, ask);
}

/**
 * The session now and after each change; ends when nothing will change any more. However many watch, a view is made once for
 * each change.
 */
export async function* watchSession(context: OperatorContext, { signal, ...whose }: SessionWatchAsk): AsyncIterable<Session> {
  const reader = 'watchId' in whose ? 'watcher' : 'stream';
  let row = await getRow(context, whose);
  while (!signal.aborted) {
    const turn = turnOf(context, { row, reader });
    const session = await turn.session;
    yield session;
    if (isOver(session.kind) && session.refreshAfterMs === 0) return;
    await turn.over(signal);
    row = { ...row, version: session.version };
  }
}

const POLL_MS = 2000;

/**
 * While changes made by other processes are not pushed: checks every two seconds whether a session that is watched here has
 * changed. Answers a function that ends it.
 */
export function pollVersions({ store, sessionNotifier }: OperatorContext): () => void {
  if (store.changeFeed.arrival() === 'one process') return () => undefined;
  let seen: ReadonlyMap<string, number> = new Map();
  const look = async () => {
    if (store.changeFeed.arrival() !== 'polled') return;
    const now = await versionsOf(store.db, sessionNotifier.awaited()).catch(() => seen);
    // A session that has just come to be watched may have changed since it was shown.
    for (const [id, version] of now) if (seen.get(id) !== version) sessionNotifier.wake(id);
    seen = now;
  };
  const timer = setInterval(() => void look(), POLL_MS);
  return () => clearInterval(timer);
}
