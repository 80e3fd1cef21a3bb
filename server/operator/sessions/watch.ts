import type { Session } from '../../../shared/session.ts';
import { isOver } from '../../../shared/session.ts';
import type { SessionWatchAsk } from '../../backend.ts';
import type { OperatorContext } from '../context.ts';
import { type SessionRow, versionsOf } from '../store/sessions.ts';
import type { Turn } from './kept.ts';
import { getRow } from './sessions.ts';
import { type Reader, viewSession } from './views.ts';

/** Fees run on between two meter values: a view is never older than this. */
const OLDEST_MS = 15_000;

function beginTurn(context: OperatorContext, { row, reader }: { row: SessionRow; reader: Reader }): Turn {
  const key = `${reader} ${row.id}`;
  const [ending, waiting] = [new AbortController(), new Set<() => void>()];
  const end = () => {
    if (context.turns.get(key) === turn) context.turns.delete(key);
    clearTimeout(timer);
    ending.abort();
    for (const tell of waiting) tell();
    waiting.clear();
  };
  // Listened for before it is looked at: what changes in between is not missed.
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
          // Nobody is left who waits: nobody has to be told.
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
function turnOf(context: OperatorContext, ask: { row: SessionRow; reader: Reader }): Turn {
  const turn = context.turns.get(`${ask.reader} ${ask.row.id}`);
  if (turn && turn.version >= ask.row.version) return turn;
  turn?.end();
  return beginTurn(context, ask);
}

/**
 * Each change of a session, beginning with how it is now; ends when nothing will change any more. However many watch, each
 * change is looked at once.
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
 * While news of other processes does not arrive: looks every two seconds whether sessions that are awaited here have changed.
 * Answers how to stop it.
 */
export function pollVersions({ store, sessionNotifier }: OperatorContext): () => void {
  if (store.changeFeed.arrival() === 'one process') return () => undefined;
  let seen: ReadonlyMap<string, number> = new Map();
  const look = async () => {
    if (store.changeFeed.arrival() !== 'polled') return;
    const now = await versionsOf(store.db, sessionNotifier.awaited()).catch(() => seen);
    // One that is new here may have changed since it was shown.
    for (const [id, version] of now) if (seen.get(id) !== version) sessionNotifier.wake(id);
    seen = now;
  };
  const timer = setInterval(() => void look(), POLL_MS);
  return () => clearInterval(timer);
}
