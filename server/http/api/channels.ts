import { randomInt } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { NextFunction, Response } from 'express';

/** An object whose changes are streamed to browsers. Streams with the same `key` share one subscription. */
export interface Watched<T> {
  key: string;
  watch(signal: AbortSignal): AsyncIterable<T>;
  /** Serialises a state of the object. Must return the same Buffer for the same state. */
  eventOf(view: T): Buffer;
}

/** The open event stream of one visitor. */
interface Stream {
  response: Response;
  /** Called with the error if the subscription fails. */
  fail: NextFunction;
  sent: Buffer | null;
  /**
   * True while the socket buffer is full. Events are skipped meanwhile; once the buffer has drained, only the newest one is
   * sent.
   */
  isBehind: boolean;
  isStuck: boolean;
}

/** All streams with the same key, and the event that was sent last. */
interface Channel {
  streams: Set<Stream>;
  latest: Buffer | null;
  over: AbortController;
  /** Removes this channel from the map, so that the next stream opens a new one. */
  leave(): void;
}

export interface Channels {
  /**
   * Streams each new state of an object until no more states follow or the visitor disconnects. A HEAD request gets only the
   * headers. Rejects if the object cannot be watched.
   */
  join<T>(to: Pick<Stream, 'response' | 'fail'>, watched: Watched<T>): Promise<void>;
  /** Ends all streams. */
  close(): void;
}

const BEAT_S = 20;
const BEAT = Buffer.from(': here\n\n');
/** Number of writes after which the event loop may handle other work. */
const AT_ONCE = 250;

/**
 * Creates the channels. Each key has one subscription, whose events are written to all streams of the key. One timer sends the
 * keep-alive comments of all streams.
 */
export function createChannels(): Channels {
  const channels = new Map<string, Channel>();
  /** The streams are divided into 20 groups. One group per second gets its keep-alive comment, which spreads the load. */
  const beats: readonly Set<Stream>[] = Array.from({ length: BEAT_S }, () => new Set());
  let [second, joined] = [0, 0];
  const timer = setInterval(() => {
    second = (second + 1) % BEAT_S;
    for (const stream of beats[second] ?? []) beat(stream);
  }, 1000).unref();

  const channelOf = <T>(watched: Watched<T>): Channel => {
    const known = channels.get(watched.key);
    if (known) return known;
    const over = new AbortController();
    const leave = () => {
      if (channels.get(watched.key) === channel) channels.delete(watched.key);
    };
    const channel: Channel = { streams: new Set(), latest: null, over, leave };
    channels.set(watched.key, channel);
    over.signal.addEventListener('abort', leave);
    void followed(channel, watched);
    return channel;
  };

  return {
    async join(to, watched) {
      const { response } = to;
      // The channel must be subscribed before the first state is read; otherwise a change in between would be missed.
      const opened = channelOf(watched);
      const first = await firstOf(watched).catch(error => {
        leaveEmpty(opened);
        throw error;
      });
      if (response.destroyed) return leaveEmpty(opened);
      if (response.req.method === 'HEAD') {
        begin(response, first);
        response.end();
        return leaveEmpty(opened);
      }
      const stream: Stream = { ...to, sent: first, isBehind: false, isStuck: false };
      const channel = channelOf(watched);
      channel.streams.add(stream);
      const beating = beats[joined++ % BEAT_S];
      beating?.add(stream);
      response.once('close', () => {
        beating?.delete(stream);
        channel.streams.delete(stream);
        leaveEmpty(channel);
      });
      begin(response, first);
    },
    close() {
      clearInterval(timer);
      for (const channel of channels.values()) channel.over.abort();
    },
  };
}

function leaveEmpty({ streams, over }: Channel): void {
  if (streams.size === 0) over.abort();
}

function begin(response: Response, first: Buffer): void {
  // no-transform: compression would delay every event and use memory for each visitor.
  response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
  // The retry delay is random, so that browsers that were disconnected together do not reconnect together.
  response.cork();
  response.write(`retry: ${randomInt(2000, 6000)}\n\n`);
  response.write(first);
  response.uncork();
}

/** Reads the current state for a new stream. `latest` of the channel is not used, because it can be some seconds old. */
async function firstOf<T>({ watch, eventOf }: Watched<T>): Promise<Buffer> {
  const over = new AbortController();
  for await (const view of watch(over.signal)) {
    // Aborted with a reason, because `abort()` without one creates an exception object for each visitor.
    over.abort('seen');
    return eventOf(view);
  }
  throw new Error('There is always something to be seen');
}

async function followed<T>(channel: Channel, { watch, eventOf }: Watched<T>): Promise<void> {
  const { streams, over, leave } = channel;
  try {
    for await (const view of watch(over.signal)) {
      if (over.signal.aborted) break;
      channel.latest = eventOf(view);
      await sendAll(channel, channel.latest);
    }
    leave();
    for (const { response } of streams) response.end();
  } catch (error) {
    leave();
    const [first, ...others] = streams;
    first?.fail(error);
    for (const { response } of others) response.destroy();
  }
}

async function sendAll(channel: Channel, event: Buffer): Promise<void> {
  let written = 0;
  // Iterates over a copy, because streams may join meanwhile. They need no event, because they begin with the current state.
  for (const stream of [...channel.streams]) {
    if (stream.sent === event || stream.isBehind || stream.response.destroyed) continue;
    send(channel, stream, event);
    written += 1;
    if (written % AT_ONCE === 0) await yieldToEventLoop();
  }
}

function send(channel: Channel, stream: Stream, event: Buffer): void {
  const { response } = stream;
  stream.sent = event;
  if (response.write(event)) return;
  stream.isBehind = true;
  response.once('drain', () => {
    stream.isBehind = false;
    if (channel.latest && channel.latest !== stream.sent) send(channel, stream, channel.latest);
  });
}

/**
 * Sends a keep-alive comment. A stream that has accepted no data since the previous keep-alive is closed; the browser reconnects
 * when its network is back.
 */
function beat(stream: Stream): void {
  const { response, isBehind } = stream;
  if (isBehind && stream.isStuck) response.destroy();
  stream.isStuck = isBehind;
  if (!isBehind) response.write(BEAT);
}
