import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import library, { type RPCClient } from 'ocpp-rpc';
import { offerControl } from '../controlled.ts';

// Entry file of a process with malicious stations. A program in test/proof controls it.

interface HostileOptions {
  /** Address of the app for stations, ws://host/ocpp. */
  url: string;
  /** Identities (station ids) that belong to the attackers. */
  ids: readonly string[];
  /** Identities of honest stations, whose passwords the attackers guess. */
  others: readonly string[];
  /** Transaction ids of honest stations, which the attackers use in their own messages. */
  transactionIds: readonly number[];
}

type Attack = (query: HostileOptions, own: string) => Promise<void>;

/** Number of attempts by outcome. */
const counts = new Map<string, number>();
const note = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);
let isOver = false;

const MESSAGE_BYTES = 1_100_000;
const FLOOD = 300;
const PAUSE_MS = 200;

async function connected(url: string, identity: string, password: string | null, use: (client: RPCClient) => Promise<unknown>) {
  const options = {
    endpoint: url,
    identity,
    password,
    protocols: ['ocpp1.6'],
    reconnect: false,
    callTimeoutMs: 3000,
    maxBadMessages: 1e9,
  };
  // A type cast, because the types of the library require every option.
  const client = new library.RPCClient(options as unknown as ConstructorParameters<typeof RPCClient>[0]);
  client.on('close', ({ code }: { code: number }) => note(`closed by ${code}`));
  client.on('badMessage', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    note(`not let in: ${(error as { code?: unknown }).code ?? (error as Error).message}`);
    return;
  }
  note('let in');
  await use(client).catch(() => undefined);
  await client.close({ force: true } as Parameters<RPCClient['close']>[0]).catch(() => undefined);
}

const call = (client: RPCClient, action: string, message: object) =>
  client.call(action, message as never).then(
    () => note(`${action} answered`),
    (error: { rpcErrorCode?: string }) => note(`${action} refused: ${error.rpcErrorCode ?? 'no answer'}`),
  );
const at = () => new Date().toISOString();

const ATTACKS: Readonly<Record<string, Attack>> = {
  'malformed frames': ({ url }, own) =>
    connected(url, own, null, async client => {
      for (let n = 0; n < 40; n++) client.sendRaw(['{', '[2]', '[2,"1","Heartbeat"', '\u0000', '[9,9,9]'][n % 5] ?? '{');
      await sleep(500);
    }),
  'wrong types': ({ url }, own) =>
    connected(url, own, null, async client => {
      await call(client, 'StartTransaction', { connectorId: {}, idTag: [], meterStart: 'x', timestamp: 7 });
      await call(client, 'StatusNotification', { connectorId: 'a', status: 3 });
      await call(client, 'MeterValues', { connectorId: [], meterValue: 'none' });
      await call(client, 'StopTransaction', { transactionId: { a: 1 }, meterStop: null });
      await call(client, '__proto__', {});
    }),
  'messages of a megabyte': ({ url }, own) =>
    connected(url, own, null, async client => {
      client.sendRaw(JSON.stringify([2, '1', 'DataTransfer', { vendorId: 'x'.repeat(MESSAGE_BYTES) }]));
      await sleep(500);
    }),
  floods: ({ url }, own) =>
    connected(url, own, null, async client => {
      for (let n = 0; n < FLOOD; n++) client.sendRaw(JSON.stringify([2, `f${n}`, 'Heartbeat', {}]));
      await sleep(500);
    }),
  "others' transactions": ({ url, transactionIds }, own) =>
    connected(url, own, null, async client => {
      for (const transactionId of transactionIds) {
        const sampledValue = [{ value: '99999999' }];
        await call(client, 'MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: at(), sampledValue }] });
        await call(client, 'StopTransaction', { transactionId, meterStop: 99_999_999, timestamp: at() });
      }
    }),
  'guessed passwords': ({ url, others }) =>
    connected(url, others[Math.floor(Math.random() * others.length)] ?? '', `guess${Math.random()}`, async () => undefined),
};

const control = express();
control.use(express.json());
control.post('/begin', (request, response) => {
  const hostileOptions = request.body as HostileOptions;
  Object.values(ATTACKS).forEach(async (attack, n) => {
    while (!isOver) {
      await attack(hostileOptions, hostileOptions.ids[n] ?? '');
      await sleep(PAUSE_MS);
    }
  });
  response.json({});
});
control.post('/end', (_request, response) => {
  isOver = true;
  response.json(Object.fromEntries(counts));
});
await offerControl(control);
