import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises';
import type { Express } from 'express';
import { watchProcessErrors } from '../platform/processErrors.ts';
import { createRequestGate, stopAccepting } from './stopAccepting.ts';

export interface App {
  handler: Express;
  /** Handles WebSocket handshakes. Null if there are no WebSockets: handshakes are then answered like other requests. */
  upgrade: ((request: IncomingMessage, socket: Socket, head: Buffer) => void) | null;
  greeting: readonly string[];
  /** Imports the operator's files again. */
  reload(): Promise<void>;
  /** Called before the last second of serving. From then on /ready returns 503. */
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
  /** Address to listen on. Undefined: all interfaces. */
  host?: string | undefined;
  process: Pick<NodeJS.Process, 'once' | 'on' | 'exit' | 'stdin'>;
}

/**
 * Time limits in milliseconds. Slow senders are disconnected. A reverse proxy may hold idle connections for 90 s, so those of
 * the server last slightly longer. The interval of the check for slow senders can be set only when the server is created.
 */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 95_000, connectionsCheckingInterval: 2000 };
const MAX_REQUESTS_PER_SOCKET = 1000;

const LAST_SECOND_MS = 1000;
const EXIT_LIMIT_MS = 9000;
const CHECK_INTERVAL_MS = 100;
/** A connection that is idle in this number of consecutive checks is closed. */
const QUIET_CHECKS = 10;

/** Listens until SIGTERM or SIGINT and then stops without interrupting a request. SIGHUP imports the operator's files again. */
export async function serve({ app, port, host, process }: ServeOptions): Promise<Server> {
  const requests = createRequestGate(app.handler);
  const server = createServer(PATIENCE, requests.handle);
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  const connections = watchConnections(server);
  acceptUpgrades(server, app, connections);
  server.listen(port, host);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    // This listener stays after the start. Later errors concern connections that could not be accepted, for example because file
    // descriptors ran out.
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
    // Each connection closes after its next response. Closing a connection earlier could interrupt a request that is being
    // transmitted.
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    await sleep(LAST_SECOND_MS);
    await stopAccepting(server, requests);
    await connections.closeQuiet();
    await app.close();
    app.log.event('stopped');
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(0));
  // Closing a terminal also sends SIGHUP, and should end the app that runs in the terminal.
  process.on('SIGHUP', () => void (process.stdin.isTTY ? stop(0) : app.reload()));
  watchProcessErrors({ process, log: app.log, end: () => void stop(1) });
  return server;
}

/**
 * Passes WebSocket handshakes to `upgrade`. From then on the connection is not watched for idleness, because the handler closes
 * it.
 */
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
  /** Number of requests in progress. */
  open: number;
  bytesRead: number;
  quietReads: number;
}

/** Tracks for each connection whether it is in use. */
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
    /** Closes each connection as soon as it is idle. Resolves when no connection is left. */
    async closeQuiet(): Promise<void> {
      while (connections.size > 0) {
        await sleep(CHECK_INTERVAL_MS);
        // Before the check a busy process reads the data that has arrived.
        await afterReading();
        closeQuietConnections();
      }
    },
  };
}
