import { randomInt } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { NextFunction, Response } from 'express';

/** What is watched: by `key` it is the same for all who name the same. */
export interface Watched<T> {
  key: string;
  watch(signal: AbortSignal): AsyncIterable<T>;
  /** The same bytes for the same view. */
  eventOf(view: T): Buffer;
}

/** One who watches. */
interface Stream {
  response: Response;
  /** Takes what went wrong. */
  fail: NextFunction;
  sent: Buffer | null;
  /** Its network takes nothing: what comes meanwhile is left out, and the newest is sent afterwards. */
  isBehind: boolean;
  isStuck: boolean;
}

/** All who watch the same, and what was said last. */
interface Channel {
  streams: Set<Stream>;
  latest: Buffer | null;
  over: AbortController;
  /** Whoever comes from now on begins another. */
  leave(): void;
}

export interface Channels {
  /**
   * Sends what is watched until it ends or the visitor leaves; asked by HEAD only the headers. Rejects when there is nothing to
   * watch.
   */
  join<T>(to: Pick<Stream, 'response' | 'fail'>, watched: Watched<T>): Promise<void>;
  /** Ends every stream. */
  close(): void;
}

const BEAT_S = 20;
const BEAT = Buffer.from(': here\n\n');
/** Between so many writes others have their turn. */
const AT_ONCE = 250;

/** What is watched is followed once and written to all who watch it; one timer for all keeps their connections alive. */
export function createChannels(): Channels {
  const channels = new Map<string, Channel>();
  /** A twentieth of them each second, so that no second has much to do. */
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
      // Followed from before the first look, so that no change is missed in between.
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
  // no-transform: a compressed stream would hold every event back and cost memory for each visitor.
  response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' });
  // Those whose connections ended together do not come back together.
  response.cork();
  response.write(`retry: ${randomInt(2000, 6000)}\n\n`);
  response.write(first);
  response.uncork();
}

/** How it is now: whoever comes later is not shown what was said to others some seconds ago. */
async function firstOf<T>({ watch, eventOf }: Watched<T>): Promise<Buffer> {
  const over = new AbortController();
  for await (const view of watch(over.signal)) {
    // With a reason, or an exception would be made for each visitor.
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
  // Not those who come meanwhile: they may have been shown something newer.
  for (const stream of [...channel.streams]) {
    if (stream.sent === event || stream.isBehind || stream.response.destroyed) continue;
    send(channel, stream, event);
    written += 1;
    if (written % AT_ONCE === 0) await othersTurn();
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

/** Whoever has taken nothing between two beats is let go, and comes back when there is a network again. */
function beat(stream: Stream): void {
  const { response, isBehind } = stream;
  if (isBehind && stream.isStuck) response.destroy();
  stream.isStuck = isBehind;
  if (!isBehind) response.write(BEAT);
}
