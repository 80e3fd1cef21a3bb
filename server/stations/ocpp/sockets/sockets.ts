import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { RPCClient } from 'ocpp-rpc';
import pLimit, { type LimitFunction } from 'p-limit';
import type { LockOut } from '../chargePoints/registry.ts';
import { isProtocol, PROTOCOLS, type Protocol } from '../chargePoints/versions.ts';
import { type Call, type Calls, createCalls } from './calls.ts';
import { countConnections } from './connectionCounts.ts';
import { admit, type HandshakeDependencies } from './handshake.ts';
import { createIntake } from './intake.ts';
import { NOREPLY, openLibrary, RPCNotImplementedError, RPCSecurityError } from './library.ts';
import { type RegistrationTimes, watchRegistration } from './registration.ts';
import { createStationLimits, type StationLimits } from './stationLimits.ts';
import { createValidators } from './validators.ts';

/** A station that is connected to this process. */
export interface StationSocket {
  stationId: string;
  connectionId: string;
  protocol: Protocol;
  since: Date;
  /** Time of the latest message or ping. */
  lastMessageAt: Date;
  call: Calls['call'];
  close(code: number, reason: string): void;
}

export interface SocketListener {
  opened(socket: StationSocket): Promise<void>;
  closed(socket: StationSocket): Promise<void>;
  /**
   * Handles a message. The messages of a station are handled one after the other.
   * @returns the response; null for none, so that the station sends the message again
   */
  answer(socket: StationSocket, action: string, message: Readonly<Record<string, unknown>>): Promise<object | null>;
  /** Called for each message that the app or the station has sent. */
  answered(stationId: string, message: unknown, isOurs: boolean): void;
  /** Called for a frame or message whose form was refused. */
  malformed(stationId: string, action: string): void;
}

interface SocketsDependencies extends Pick<HandshakeDependencies, 'gate' | 'path' | 'addressOf' | 'refusals'> {
  now(): Date;
  callLimitMs: number;
  registrationTimes?: RegistrationTimes | undefined;
  listener: SocketListener;
  /** Stores a lock-out for all processes. */
  lockedOut(stationId: string, lockOut: LockOut): void;
  note(event: string, facts: Readonly<Record<string, string | number>>): void;
}

/** Thrown for a message that the app does not know. */
export class NotImplemented extends RPCNotImplementedError {}

/** Thrown while the station is not accepted yet. */
export class NotAccepted extends RPCSecurityError {}

/**
 * Bytes. The last message of a session repeats all of its samples (OCPP 1.6 §3.16.1). A session of one day with two samples a
 * minute fits.
 */
const LARGEST_MESSAGE = 1_000_000;
const PING_MS = 30_000;
/**
 * Maximum number of stations that are handled at once. The others wait here, so that a driver's start or stop does not wait
 * behind all of them.
 */
const MAX_CONCURRENT_STATIONS = 20;

type Client = RPCClient;

/** Manages the sockets of stations. The newest socket of a station counts. */
export function createSockets(dependencies: SocketsDependencies) {
  const { gate, path, addressOf, refusals, now, callLimitMs, registrationTimes, listener, lockedOut, note } = dependencies;
  const open = new Map<string, StationSocket>();
  const limits = createStationLimits({ now, lockedOut });
  const { RPCServer } = openLibrary();
  const server = new RPCServer({
    protocols: [...PROTOCOLS],
    callTimeoutMs: callLimitMs,
    pingIntervalMs: PING_MS,
    callConcurrency: 1,
    strictMode: true,
    strictModeValidators: createValidators(),
    wssOptions: {
      maxPayload: LARGEST_MESSAGE,
      // The budget in intake.ts limits pings. With its own limit, ws would end the connection without a reason.
      maxPendingAutoPongs: 0,
      // No context takeover, because a context would occupy memory for as long as the station is connected.
      perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true, threshold: 1024 },
    },
  });
  /** The decisions of the gate, for the library. */
  const protocols = new WeakMap<IncomingMessage, Protocol | false>();
  server.auth((accept, _reject, { request }) => accept({}, protocols.get(request) ?? false));
  server.on('error', error => note('ocpp websocket server error', { reason: error instanceof Error ? error.message : 'error' }));

  const runLimited = pLimit(MAX_CONCURRENT_STATIONS);
  server.on('client', (client: Client) =>
    attach({ client, open, limits, now, callLimitMs, registrationTimes, listener, runLimited: runLimited, note }),
  );

  const door = { gate, path, limits, connections: countConnections(), refusals, addressOf };
  const handshake = async (request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> => {
    const admitted = await admit(door, request, socket);
    if (!admitted) return;
    protocols.set(request, admitted.protocol);
    // The library reads the identity behind the last slash.
    request.url = `${path}/${encodeURIComponent(admitted.identity)}`;
    await server.handleUpgrade(request, socket, head);
  };

  return {
    find: (stationId: string): StationSocket | null => open.get(stationId) ?? null,
    list: (): readonly StationSocket[] => [...open.values()],
    /** Handles an upgrade request below `path`. Never throws. */
    upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
      socket.on('error', () => socket.destroy());
      void handshake(request, socket, head).catch(() => socket.destroy());
    },
    /** Closes all connections. The stations reconnect to another process, but not all at once. */
    async close(): Promise<void> {
      await server.close({ code: 1001, reason: 'Going away' });
    },
  };
}

/**
 * Prevents unhandled rejections, which would end the process. The library also closes a connection by itself, for example after
 * a frame that is too large, and does not handle a failure of that close.
 */
function closeQuietly(client: Client): void {
  const close = client.close.bind(client);
  client.close = options => close(options).catch(() => undefined);
}

interface AttachOptions extends Pick<SocketsDependencies, 'now' | 'callLimitMs' | 'registrationTimes' | 'listener' | 'note'> {
  client: Client;
  open: Map<string, StationSocket>;
  limits: StationLimits;
  runLimited: LimitFunction;
}

/** Attaches a station that was admitted. The newest socket of a station counts. */
function attach({ client, open, limits, now, callLimitMs, registrationTimes, listener, runLimited, note }: AttachOptions): void {
  closeQuietly(client);
  const { identity: stationId = '', protocol } = client;
  if (!isProtocol(protocol)) {
    void client.close({ code: 1002, reason: 'No common version' });
    return;
  }
  const registration = watchRegistration({ times: registrationTimes, changed: () => calls.resume() });
  const calls = createCalls(
    ({ action, message }: Call, signal) => client.call(action, message, { callTimeoutMs: callLimitMs, signal }),
    { maxHeldMs: callLimitMs, allows: registration.allows },
  );
  const socket: StationSocket = {
    stationId,
    connectionId: randomUUID(),
    protocol,
    since: now(),
    lastMessageAt: now(),
    call: calls.call,
    close: (code, reason) => void client.close({ code, reason, force: code === 1006 }),
  };
  const former = open.get(stationId);
  open.set(stationId, socket);
  // One after the other, because a meter value must not overtake the start of its transaction.
  let last: Promise<unknown> = runLimited(() => listener.opened(socket)).catch(() => undefined);
  former?.close(1000, 'Connected anew');

  const intake = createIntake({
    client,
    stationId,
    limits,
    malformed: () => listener.malformed(stationId, 'frame'),
    cutOff() {
      note('ocpp station rate limit exceeded', { station: stationId });
      calls.close();
      if (open.get(stationId) === socket) open.delete(stationId);
    },
  });
  client.on('message', ({ message, outbound }: { message: unknown; outbound: boolean }) => {
    listener.answered(stationId, message, outbound);
    if (!outbound) socket.lastMessageAt = now();
  });
  client.on('ping', () => {
    socket.lastMessageAt = now();
  });
  client.on('strictValidationFailure', ({ method, outbound }: { method: string; outbound: boolean }) => {
    if (outbound) note('ocpp message rejected by station', { station: stationId, action: method });
    else listener.malformed(stationId, method);
  });
  client.on('socketError', () => undefined);
  client.handle(async ({ method = '', params = {} }) => {
    registration.received(method);
    const mine = intake.accept(last, () => runLimited(() => listener.answer(socket, method, params)));
    last = mine.catch(() => undefined);
    const answer = await mine;
    if (method === 'BootNotification') registration.answered(answer);
    // With NOREPLY, the library sends no response. The station stops waiting after its own timeout.
    return answer ?? NOREPLY;
  });
  client.once('close', () => {
    registration.close();
    calls.close();
    if (open.get(stationId) === socket) open.delete(stationId);
    void runLimited(() => listener.closed(socket)).catch(() => undefined);
  });
}

export type Sockets = ReturnType<typeof createSockets>;
