// WebSockets with nothing behind them, in a process of their own: what a bench holds its figures against.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Memory, memoryKib } from '../prove/memory.ts';

interface Answer extends Memory {
  url: string;
  count: number;
}

interface WebSocketServer {
  on(event: 'connection', listener: (socket: { on(event: string, listener: () => void): void }) => void): void;
  clients: ReadonlySet<unknown>;
}

/** Serves, and tells how it stands whenever it is asked. */
async function serve(): Promise<void> {
  const server = createServer();
  const { WebSocketServer: Sockets } = createRequire(createRequire(import.meta.url).resolve('ocpp-rpc'))('ws') as {
    WebSocketServer: new (options: object) => WebSocketServer;
  };
  const sockets = new Sockets({ server, handleProtocols: ([first]: Set<string>) => first });
  sockets.on('connection', socket => socket.on('message', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ocpp`;
  process.on('message', what => {
    const still = { alive: 0, rss: 0 };
    void (what === 'memory' ? memoryKib() : Promise.resolve(still)).then(memory =>
      process.send?.({ ...memory, url, count: sockets.clients.size }),
    );
  });
}

export async function openBareSockets() {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const requestReply = async (what: 'memory' | 'count'): Promise<Answer> => {
    const answer = once(child, 'message');
    child.send(what);
    const [told] = (await answer) as [Answer];
    return told;
  };
  const { url } = await requestReply('count');
  return {
    url,
    count: async () => (await requestReply('count')).count,
    memory: () => requestReply('memory'),
    close: () => child.kill(),
  };
}

if (process.argv[2] === 'serve' && process.send) await serve();
