import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRPCError, RPCServer } from 'ocpp-rpc';
import { schemaCheckOf } from './schemas.ts';
import type { OcppVersion, Payload } from './station.ts';

interface ReceivedCall {
  station: string;
  action: string;
  payload: Payload;
}

/** A minimal replacement for the app that accepts every request of stations. For tests of the simulated stations themselves. */
export interface MinimalApp {
  url: string;
  received: readonly ReceivedCall[];
  /** Messages of the stations that violate the schema. */
  faults: readonly string[];
  request(station: string, action: string, payload: Payload): Promise<Payload>;
  /** Sets the response to all calls of an action from now on. */
  answer(action: string, payload: (request: Payload) => Payload): void;
  close(): Promise<void>;
}

interface Client {
  identity: string;
  handle(handler: (call: { method: string; params: Payload }) => Payload): void;
  call(action: string, payload: Payload, options: { callTimeoutMs: number }): Promise<Payload>;
  on(event: 'close', listener: () => void): void;
}

export async function openMinimalApp({
  version,
  now,
  password = null,
}: {
  version: OcppVersion;
  now: () => Date;
  password?: string | null;
}): Promise<MinimalApp> {
  const check = schemaCheckOf(version);
  const received: ReceivedCall[] = [];
  const faults: string[] = [];
  const clients = new Map<string, Client>();
  const answers = new Map(Object.entries(ANSWERS[version === '1.6' ? '1.6' : '2']));
  const server = new RPCServer({ protocols: [`ocpp${version}`] } as ConstructorParameters<typeof RPCServer>[0]);
  server.auth((accept, reject, handshake) => {
    if (password !== null && String(handshake.password) !== password) reject(401, 'Wrong password');
    else accept();
  });
  server.on('client', (client: Client) => {
    clients.set(client.identity, client);
    client.on('close', () => clients.get(client.identity) === client && clients.delete(client.identity));
    client.handle(({ method, params }) => {
      received.push({ station: client.identity, action: method, payload: params });
      const fault = check(method, 'req', params);
      if (fault) faults.push(fault);
      const answer = answers.get(method);
      if (!answer) throw createRPCError('NotImplemented', method, {}) as Error;
      return answer(params, now().toISOString());
    });
  });
  const http = createServer();
  http.on('upgrade', server.handleUpgrade);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/ocpp`,
    received,
    faults,
    async request(station, action, payload) {
      const client = clients.get(station);
      if (!client) throw new Error(`${station} is not connected`);
      return client.call(action, payload, { callTimeoutMs: 1000 });
    },
    answer: (action, payload) => void answers.set(action, payload),
    async close() {
      await server.close({ force: true });
      http.closeAllConnections();
      await new Promise(resolve => http.close(resolve));
    },
  };
}

type Answer = (request: Payload, now: string) => Payload;
const nothing: Answer = () => ({});
const boot: Answer = (_request, currentTime) => ({ status: 'Accepted', currentTime, interval: 300 });
const heartbeat: Answer = (_request, currentTime) => ({ currentTime });
let lastId = 0;

const ANSWERS: Readonly<Record<'1.6' | '2', Readonly<Record<string, Answer>>>> = {
  '1.6': {
    BootNotification: boot,
    Heartbeat: heartbeat,
    StatusNotification: nothing,
    MeterValues: nothing,
    Authorize: () => ({ idTagInfo: { status: 'Accepted' } }),
    StartTransaction: () => ({ transactionId: ++lastId, idTagInfo: { status: 'Accepted' } }),
    StopTransaction: nothing,
  },
  '2': {
    BootNotification: boot,
    Heartbeat: heartbeat,
    StatusNotification: nothing,
    NotifyEvent: nothing,
    NotifyReport: nothing,
    MeterValues: nothing,
    Authorize: () => ({ idTokenInfo: { status: 'Accepted' } }),
    TransactionEvent: ({ idToken }) => (idToken ? { idTokenInfo: { status: 'Accepted' } } : {}),
  },
};
