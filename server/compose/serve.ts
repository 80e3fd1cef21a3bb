import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises';
import type { Express } from 'express';
import { watchProcessErrors } from '../platform/processErrors.ts';
import { limitSlowRequests } from './slowRequests.ts';
import { createRequestGate, stopAccepting } from './stopAccepting.ts';

export interface App {
  handler: Express;
  /** Handles WebSocket handshakes. Null: WebSockets are not accepted, and a handshake is answered like an ordinary request. */
  upgrade: ((request: IncomingMessage, socket: Socket, head: Buffer) => void) | null;
  /** Returns true for the path of an upload, which may take an hour. */
  isUpload(url: string): boolean;
  greeting: readonly string[];
  /** Imports the operator's files again. */
  reload(): Promise<void>;
  /** Called when shutdown begins. From then on /ready returns 503, while requests are served for one more second. */
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
  /** Network address on which the server listens. Undefined: all interfaces. */
  host?: string | undefined;
  process: Pick<NodeJS.Process, 'once' | 'on' | 'exit' | 'stdin'>;
}

/**
 * Time limits in milliseconds, so that slow senders are disconnected. `requestTimeout` applies to uploads of stations, which may
 * have a slow connection; `BODY_MS` applies to all other requests. A reverse proxy may keep idle connections for 90 s, so
 * `keepAliveTimeout` is slightly longer. `connectionsCheckingInterval` can be set only when the server is created.
 */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 3_600_000,
  keepAliveTimeout: 95_000,
  connectionsCheckingInterval: 2000,
};
const BODY_MS = 30_000;
const MAX_REQUESTS_PER_SOCKET = 1000;

const LAST_SECOND_MS = 1000;
const EXIT_LIMIT_MS = 9000;
const CHECK_INTERVAL_MS = 100;
/** Number of consecutive checks that must find a connection idle before it is closed. */
const QUIET_CHECKS = 10;

/**
 * Serves requests until SIGTERM or SIGINT, and then stops without interrupting a request. SIGHUP imports the operator's files
 * again.
 */
export async function serve({ app, port, host, process }: ServeOptions): Promise<Server> {
  const requests = createRequestGate(app.handler);
  const server = createServer(PATIENCE, requests.handle);
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  const { endUploads } = limitSlowRequests(server, { isUpload: app.isUpload, limitMs: BODY_MS });
  const connections = watchConnections(server);
  acceptUpgrades(server, app, connections);
  server.listen(port, host);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    // This listener stays registered after the start, so that a connection that cannot be accepted, for example without free file
    // descriptors, does not end the process.
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
    // Each connection closes after its next response. Closing it earlier could lose a request that is being sent.
    server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
    await sleep(LAST_SECOND_MS);
    await stopAccepting(server, requests);
    endUploads();
    await connections.closeQuiet();
    await app.close();
    app.log.event('stopped');
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(0));
  // A terminal that closes also sends SIGHUP. If the app runs in a terminal, SIGHUP therefore ends the app instead of importing
  // the files.
  process.on('SIGHUP', () => void (process.stdin.isTTY ? stop(0) : app.reload()));
  watchProcessErrors({ process, log: app.log, end: () => void stop(1) });
  return server;
}

/**
 * Passes WebSocket handshakes to `upgrade`, which must close these connections itself. The server no longer closes them when
 * they are idle.
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
        // In a busy process, data may have arrived that was not read yet. They are read first, so that their connections do not
        // count as idle.
        await afterReading();
        closeQuietConnections();
      }
    },
  };
}
