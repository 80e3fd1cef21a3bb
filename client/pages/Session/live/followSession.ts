import type { Session } from '../../../../shared/charging/session.ts';
import { pollSession, type SessionWatch, type WatchParts } from './pollSession.ts';

export interface FollowParts extends WatchParts {
  /** Address of the event stream. */
  address: string;
}

export interface FollowedSession extends SessionWatch {
  /** Decides again between event stream and polling. Called when the page is shown or hidden, and when the network changes. */
  refresh(): void;
  /**
   * Closes the connection while the page is not shown. With an open connection, the browser could not store the page in its
   * back/forward cache.
   */
  rest(): void;
}

/** After this number of consecutive failed connects, the page polls instead. */
const MAX_FAILED_CONNECTS = 2;
/** If no event arrives within this time, the page polls instead. A proxy may buffer the event stream, for example. */
const FIRST_EVENT_MS = 10_000;
/** The server sends an event at least every 15 seconds. An event stream that is silent for this time is dead. */
const IDLE_TIMEOUT_MS = 35_000;

/**
 * Follows a session with server-sent events while the page is visible. Polls while the page is hidden, or if the event stream
 * fails.
 */
export function followSession({ address, ...parts }: FollowParts): FollowedSession {
  let latest = parts.first;
  let isEnded = false;
  let poll: SessionWatch | null = null;
  let stream: Stream | null = null;

  const rest = () => {
    stream?.close();
    poll?.end();
    [stream, poll] = [null, null];
  };
  const applySession = (session: Session) => {
    latest = session;
    parts.onSession(session);
  };
  const canStream = () => !parts.isHidden() && typeof EventSource !== 'undefined';
  /**
   * Polls until a response arrives after a failure, then opens the event stream again. With `isForOnce`, the first response
   * already ends the polling.
   */
  const startPoll = ({ isForOnce }: { isForOnce: boolean }): SessionWatch => {
    let failures = 0;
    const onSession = (session: Session) => {
      applySession(session);
      const goesBack = isForOnce || failures > 0;
      failures = 0;
      if (goesBack && canStream()) reconnect();
    };
    const onFailure = (times: number) => {
      failures = times;
      parts.onFailure(times);
    };
    poll = pollSession({ ...parts, first: latest, onSession, onFailure });
    return poll;
  };
  const pollInstead = (how: { isForOnce: boolean }) => {
    rest();
    startPoll(how).pollNow();
  };
  const reconnect = () => {
    if (isEnded || latest.refreshAfterMs === 0) return;
    rest();
    if (!canStream()) startPoll({ isForOnce: false });
    else stream = openStream({ address, onSession: applySession, onGivenUp: () => pollInstead({ isForOnce: false }) });
  };

  reconnect();
  return {
    refresh: reconnect,
    rest,
    pollNow() {
      if (poll) poll.pollNow();
      else if (stream) pollInstead({ isForOnce: true });
    },
    end() {
      isEnded = true;
      rest();
    },
  };
}

interface StreamParts {
  address: string;
  onSession(session: Session): void;
  onGivenUp(): void;
}

interface Stream {
  close(): void;
}

function openStream({ address, onSession, onGivenUp }: StreamParts): Stream {
  const source = new EventSource(address);
  let failedConnects = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(timer);
    source.close();
  };
  const giveUp = () => {
    close();
    onGivenUp();
  };
  const expectWithin = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, ms);
  };

  expectWithin(FIRST_EVENT_MS);
  source.addEventListener('message', ({ data }) => {
    failedConnects = 0;
    expectWithin(IDLE_TIMEOUT_MS);
    const session: Session = JSON.parse(String(data));
    // The server ends the event stream when the session is over. An open EventSource would then reconnect.
    if (session.refreshAfterMs === 0) close();
    onSession(session);
  });
  source.addEventListener('error', () => {
    failedConnects += 1;
    // CLOSED: the server has refused the event stream for good. Otherwise, the browser reconnects after the delay that the server
    // has set.
    if (source.readyState === EventSource.CLOSED || failedConnects >= MAX_FAILED_CONNECTS) giveUp();
    else expectWithin(FIRST_EVENT_MS);
  });
  return { close };
}
