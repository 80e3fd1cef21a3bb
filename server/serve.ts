import type { Server } from 'node:http';
import type { Express } from 'express';
import { watchMishaps } from './mishaps.ts';

export interface House {
  app: Express;
  /** Called before the last second of serving: /ready answers 503 from here on. */
  drain(): void;
  close(): Promise<void>;
  log: {
    event(name: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
    bug(error: unknown, facts?: Readonly<Record<string, string>>): void;
  };
}

interface ServeAsk {
  house: House;
  port: number;
  process: Pick<NodeJS.Process, 'on' | 'once' | 'exit'>;
}

const LAST_SECOND_MS = 1000;
const EXIT_LIMIT_MS = 9000;

/** Listens until SIGTERM or SIGINT, then ends without cutting a request. */
export async function serve({ house, port, process }: ServeAsk): Promise<Server> {
  const server = house.app.listen(port);
  // Slow senders are dropped; a router in front may keep idle connections for 90 s, so ours live a little longer.
  Object.assign(server, { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 95_000, maxRequestsPerSocket: 1000 });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    // Later on it is told of connections it could not accept, as when all file descriptors are used up: the next one may work.
    server.on('error', reject);
  });
  const address = server.address();
  house.log.event('listening', { port: typeof address === 'object' && address ? address.port : port });

  let isStopping = false;
  const stop = async (exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    house.log.event('stopping');
    setTimeout(() => process.exit(1), EXIT_LIMIT_MS).unref();
    house.drain();
    // server.close() alone cuts keep-alive connections in mid-request: they are asked to close first.
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    await new Promise(resolve => setTimeout(resolve, LAST_SECOND_MS));
    await new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    await house.close();
    house.log.event('stopped');
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(0));
  watchMishaps({ process, log: house.log, end: () => void stop(1) });
  return server;
}
