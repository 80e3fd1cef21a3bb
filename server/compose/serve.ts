import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises';
import type { Express } from 'express';
import { watchProcessErrors } from '../platform/processErrors.ts';
import { createRequestGate, stopAccepting } from './stopAccepting.ts';

export interface App {
  handler: Express;
  /** Takes WebSockets; null: there are none, and such a request is answered like any other. */
  upgrade: ((request: IncomingMessage, socket: Socket, head: Buffer) => void) | null;
  greeting: readonly string[];
  /** Reads again what was brought in files. */
  reload(): Promise<void>;
  /** Called before the last second of serving: /ready answers 503 from here on. */
  drain(): void;
  close(): Promise<void>;
  log: {
    event(name: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
    bug(error: unknown, facts?: Readonly<Record<string, string>>): void;
  };
}

interface ServeOptions {
  app: App;
  port: number;
  /** Address to listen on; undefined: every interface. */
  host?: string | undefined;
  process: Pick<NodeJS.Process, 'once' | 'on' | 'exit' | 'stdin'>;
}

/**
 * Slow senders are dropped; a router in front may keep idle connections for 90 s, so ours live a little longer. The interval of
 * the check for slow senders can only be set when a server is created.
 */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 95_000, connectionsCheckingInterval: 2000 };
const MAX_REQUESTS_PER_SOCKET = 1000;

const LAST_SECOND_MS = 1000;
const EXIT_LIMIT_MS = 9000;
const CHECK_INTERVAL_MS = 100;
/** A connection that has been quiet at so many looks in a row is closed. */
const QUIET_CHECKS = 10;

/** Listens until SIGTERM or SIGINT, then ends without cutting a request. SIGHUP has the operator's files read again. */
export async function serve({ app, port, host, process }: ServeOptions): Promise<Server> {
  const requests = createRequestGate(app.handler);
  const server = createServer(PATIENCE, requests.handle);
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  const connections = watchConnections(server);
  acceptUpgrades(server, app, connections);
  server.listen(port, host);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    // Kept after the start: later errors are connections that could not be accepted, as when file descriptors run out.
    server.on('error', reject);
  });
  const address = server.address();
  app.log.event('listening', { port: typeof address === 'object' && address ? address.port : port });

  let isStopping = false;
  const stop = async (exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    app.log.event('stopping');
    setTimeout(() => process.exit(1), EXIT_LIMIT_MS).unref();
    app.drain();
    // Connections are asked to close with their next answer: closing one in between could cut a request that is on its way.
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    await sleep(LAST_SECOND_MS);
    await stopAccepting(server, requests);
    await connections.closeQuiet();
    await app.close();
    app.log.event('stopped');
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(0));
  // Closing a terminal sends SIGHUP as well, and should end what runs in it.
  process.on('SIGHUP', () => void (process.stdin.isTTY ? stop(0) : app.reload()));
  watchProcessErrors({ process, log: app.log, end: () => void stop(1) });
  return server;
}

/** A WebSocket is no connection that could fall quiet: whoever has taken it closes it. */
export function acceptUpgrades(
  server: Server,
  { upgrade }: Pick<App, 'upgrade'>,
  connections: { leave(socket: Socket): void } | null = null,
): void {
  if (!upgrade) return;
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    connections?.leave(socket);
    upgrade(request, socket, head);
  });
}

interface Connection {
  /** Requests that are being answered. */
  open: number;
  bytesRead: number;
  quietReads: number;
}

/** Knows of each connection whether it is in use. */
function watchConnections(server: Server) {
  const connections = new Map<Socket, Connection>();
  server.on('connection', socket => {
    connections.set(socket, { open: 0, bytesRead: 0, quietReads: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.open++;
    response.once('close', () => connection.open--);
  });
  const closeQuietConnections = () => {
    for (const [socket, connection] of connections) {
      const isQuiet = connection.open === 0 && connection.bytesRead === socket.bytesRead;
      connection.bytesRead = socket.bytesRead;
      connection.quietReads = isQuiet ? connection.quietReads + 1 : 0;
      if (connection.quietReads >= QUIET_CHECKS) socket.destroy();
    }
  };
  return {
    leave: (socket: Socket) => void connections.delete(socket),
    /** Closes them one by one as they fall quiet; resolves when none is left. */
    async closeQuiet(): Promise<void> {
      while (connections.size > 0) {
        await sleep(CHECK_INTERVAL_MS);
        // A busy process first reads what has arrived meanwhile.
        await afterReading();
        closeQuietConnections();
      }
    },
  };
}
