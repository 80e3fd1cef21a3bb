import { jest } from '@jest/globals';
import type { Session } from '../../../../shared/charging/session.ts';
import { completed, running } from '../Session.fixture.tsx';
import { type FollowParts, followSession } from './followSession.ts';

/** A fake EventSource. The test sends its events. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readyState = 0;
  constructor() {
    super();
    FakeSource.opened.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  sends(session: Session) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(session) }));
  }
  breaks({ isRefused = false } = {}) {
    if (isRefused) this.readyState = FakeSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

const open = () => FakeSource.opened.filter(({ readyState }) => readyState !== FakeSource.CLOSED);
const newest = () => FakeSource.opened.at(-1) as FakeSource;

beforeEach(() => {
  jest.useFakeTimers();
  FakeSource.opened = [];
  Object.assign(globalThis, { EventSource: FakeSource });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'EventSource');
  jest.useRealTimers();
});

function follow(parts: Partial<FollowParts> = {}) {
  const loadSession = jest.fn(async (): Promise<Session> => running());
  const onSession = jest.fn();
  const onFailure = jest.fn();
  const all = {
    address: '/events',
    first: running(),
    request: loadSession,
    onSession,
    onFailure,
    isHidden: () => false,
    ...parts,
  };
  return { followed: followSession(all), request: loadSession, onSession, onFailure };
}

test('takes what is sent, over one stream, and asks for nothing', async () => {
  const { request, onSession } = follow();
  newest().sends(running({ version: 4 }));
  await jest.advanceTimersByTimeAsync(20_000);
  newest().sends(running({ version: 5 }));
  await jest.advanceTimersByTimeAsync(20_000);
  expect(onSession.mock.calls.map(([session]) => (session as Session).version)).toEqual([4, 5]);
  expect(open()).toHaveLength(1);
  expect(request).not.toHaveBeenCalled();
});

test('one broken connection is the browser’s to mend', async () => {
  const { request, onFailure } = follow();
  newest().breaks();
  await jest.advanceTimersByTimeAsync(3_000);
  newest().sends(running());
  newest().breaks();
  await jest.advanceTimersByTimeAsync(3_000);
  expect(open()).toHaveLength(1);
  expect(request).not.toHaveBeenCalled();
  expect(onFailure).not.toHaveBeenCalled();
});

test('asks after two connects that failed', async () => {
  const { request, onSession } = follow();
  newest().breaks();
  newest().breaks();
  await jest.advanceTimersByTimeAsync(0);
  expect(open()).toHaveLength(0);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(request).toHaveBeenCalledTimes(2);
  expect(onSession).toHaveBeenCalledTimes(2);
});

test('asks at once where the stream is refused', async () => {
  const { request } = follow();
  newest().breaks({ isRefused: true });
  await jest.advanceTimersByTimeAsync(0);
  expect(request).toHaveBeenCalledTimes(1);
});

test('whoever gets no stream, because too many watch, is shown every change all the same, to the end', async () => {
  let version = 1;
  const loadSession = jest.fn(async (): Promise<Session> => (++version < 5 ? running({ version }) : completed({ version })));
  const { onSession, onFailure } = follow({ request: loadSession });
  newest().breaks({ isRefused: true });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(onSession.mock.calls.map(([session]) => (session as Session).version)).toEqual([2, 3, 4, 5]);
  expect(onFailure).not.toHaveBeenCalled();
  expect(FakeSource.opened).toHaveLength(1);
  // No request follows, because the session has ended.
  expect(loadSession).toHaveBeenCalledTimes(4);
});

test('a stream that is held back or has died silently is given up', async () => {
  const { request } = follow();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(request).toHaveBeenCalledTimes(1);
  expect(open()).toHaveLength(0);
});

test('goes back to the stream when the network does', async () => {
  let isDown = true;
  const loadSession = async () => {
    if (isDown) throw new TypeError('Failed to fetch');
    return running();
  };
  const { onFailure } = follow({ request: loadSession });
  newest().breaks();
  newest().breaks();
  await jest.advanceTimersByTimeAsync(0);
  expect(onFailure).toHaveBeenCalledWith(1);
  isDown = false;
  await jest.advanceTimersByTimeAsync(2_000);
  expect(open()).toHaveLength(1);
});

test('asks slowly while nobody looks, and streams again when somebody does', async () => {
  let isHidden = true;
  const { followed, request } = follow({ isHidden: () => isHidden });
  await jest.advanceTimersByTimeAsync(30_000);
  expect(open()).toHaveLength(0);
  expect(request).toHaveBeenCalledTimes(1);
  isHidden = false;
  followed.refresh();
  expect(open()).toHaveLength(1);
});

test('a page put away holds no connection, and has one again when it is taken out', async () => {
  const { followed, request } = follow();
  followed.rest();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(open()).toHaveLength(0);
  expect(request).not.toHaveBeenCalled();
  followed.refresh();
  expect(open()).toHaveLength(1);
});

test('asked to refresh, it asks once and streams on', async () => {
  const { followed, request } = follow();
  followed.pollNow();
  await jest.advanceTimersByTimeAsync(0);
  expect(request).toHaveBeenCalledTimes(1);
  expect(open()).toHaveLength(1);
});

test('nothing is left open when the session or the visit is over', async () => {
  const { followed } = follow();
  newest().sends(completed());
  expect(open()).toHaveLength(0);
  followed.refresh();
  expect(open()).toHaveLength(0);

  const left = follow();
  left.followed.end();
  left.followed.refresh();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(open()).toHaveLength(0);
  expect(left.request).not.toHaveBeenCalled();
});

test('asks where the browser knows no streams', async () => {
  Reflect.deleteProperty(globalThis, 'EventSource');
  const { request } = follow();
  await jest.advanceTimersByTimeAsync(5_000);
  expect(request).toHaveBeenCalledTimes(1);
});
