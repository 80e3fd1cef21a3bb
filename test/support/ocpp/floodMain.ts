import { once } from 'node:events';
import { setImmediate as nextTick } from 'node:timers/promises';
import express from 'express';
import library, { type RPCClient } from 'ocpp-rpc';
import { offerControl } from '../controlled.ts';

// Entry file of a process with two kinds of stations: one floods its connection with frames, one sends a long queue of messages.
// A program in test/proof controls it.

/** The part of the WebSocket that this file uses. The library ocpp-rpc has the WebSocket in a private field of its client. */
interface Socket {
  readyState: number;
  bufferedAmount: number;
  send(frame: string, done: () => void): void;
  ping(data: string, mask: boolean, done: () => void): void;
}

interface StationOptions {
  /** Address of the app for stations, ws://host/ocpp. */
  url: string;
  identity: string;
}

const OPEN = 1;
const MAX_BUFFERED = 8_000_000;
const FRAMES_AT_ONCE = 200;
const LONG_ID = 'x'.repeat(900_000);
const HEARTBEAT = (n: number) => `[2,"h${n}","Heartbeat",{}]`;
const WRONG = (n: number) => `[2,"w${n}","Heartbeat",{"x":1}]`;

/** Creates the n-th frame of each kind of flood; null: a ping. */
const FRAMES: Readonly<Record<string, (n: number) => string | null>> = {
  'well-formed calls that wait for no answer': HEARTBEAT,
  'calls of a wrong form': WRONG,
  'results that nothing waits for': n => `[3,"r${n}",{}]`,
  'wrong frames with right ones between': n => (n % 2 ? HEARTBEAT(n) : WRONG(n)),
  'ids of 0.9 MB': () => `[2,"${LONG_ID}","Heartbeat",{}]`,
  pings: () => null,
};

function createClient({ url, identity }: StationOptions): RPCClient {
  const options = { endpoint: url, identity, protocols: ['ocpp1.6'], reconnect: false, maxBadMessages: 1e9 };
  // A type cast, because the types of the library require every option.
  const client = new library.RPCClient(options as unknown as ConstructorParameters<typeof RPCClient>[0]);
  for (const event of ['badMessage', 'socketError']) client.on(event as 'socketError', () => undefined);
  client.handle(async () => ({ status: 'Rejected' }));
  return client;
}

/**
 * Tries to connect.
 * @returns the HTTP status of the handshake; 101 if it succeeded, 0 without a response
 */
async function statusOf(options: StationOptions): Promise<number> {
  const client = createClient(options);
  const status = await client.connect().then(
    () => 101,
    (error: { code?: unknown }) => Number(error.code) || 0,
  );
  await client.close({ force: true } as Parameters<RPCClient['close']>[0]).catch(() => undefined);
  return status;
}

/** Sends up to `frames` frames of one kind, or until the server closes the connection. */
async function flood({ kind, frames, ...station }: StationOptions & { kind: string; frames: number }) {
  const frameOf = FRAMES[kind];
  if (!frameOf) throw new Error(kind);
  const client = createClient(station);
  await client.connect();
  const { _ws: socket } = client as unknown as { _ws: Socket };
  const began = performance.now();
  const closed = once(client, 'close').then(([event]) => ({
    code: (event as { code: number }).code,
    ms: performance.now() - began,
  }));
  let sent = 0;
  for (; sent < frames && socket.readyState === OPEN; sent++) {
    const frame = frameOf(sent);
    if (frame === null) socket.ping('', true, () => undefined);
    else socket.send(frame, () => undefined);
    if (sent % FRAMES_AT_ONCE === 0) await nextTick();
    while (socket.bufferedAmount > MAX_BUFFERED && socket.readyState === OPEN) await nextTick();
  }
  const { code, ms } = await closed;
  const status = await statusOf(station);
  return { sent, code, closedAfterMs: Math.round(ms), lockedOutAfterMs: Math.round(performance.now() - began), status };
}

/** Sends one transaction that has this number of messages, one after another, as a station does after an outage. */
async function sendQueue({ messages, ...station }: StationOptions & { messages: number }) {
  const client = createClient(station);
  let closes = 0;
  client.on('close', () => closes++);
  await client.connect();
  const firstMs = Date.now() - messages * 1000;
  const at = (n: number) => new Date(firstMs + n * 1000).toISOString();
  const began = performance.now();
  const start = { connectorId: 1, idTag: 'STRANGER', meterStart: 0, timestamp: at(0) };
  const { transactionId } = (await client.call('StartTransaction', start)) as { transactionId: number };
  let answered = 1;
  for (let n = 1; n < messages - 1 && closes === 0; n++) {
    const meterValue = [{ timestamp: at(n), sampledValue: [{ value: String(n) }] }];
    await client.call('MeterValues', { connectorId: 1, transactionId, meterValue });
    answered++;
  }
  await client.call('StopTransaction', { transactionId, meterStop: messages, timestamp: at(messages - 1) });
  answered++;
  const seconds = Math.round((performance.now() - began) / 1000);
  const connectionsClosed = closes;
  await client.close();
  return { answered, closes: connectionsClosed, seconds };
}

const control = express();
control.use(express.json());
control.get('/kinds', (_request, response) => void response.json(Object.keys(FRAMES)));
control.post('/flood', async (request, response) => void response.json(await flood(request.body)));
control.post('/queue', async (request, response) => void response.json(await sendQueue(request.body)));
await offerControl(control);
