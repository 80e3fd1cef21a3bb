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
  /** Time of the station's latest message or ping. */
  lastMessageAt: Date;
  call: Calls['call'];
  close(code: number, reason: string): void;
}

export interface SocketListener {
  opened(socket: StationSocket): Promise<void>;
  closed(socket: StationSocket): Promise<void>;
  /**
   * Handles a message. Messages of one station are handled one after the other.
   * @returns the response, or null to send none, so that the station repeats the message
   */
  answer(socket: StationSocket, action: string, message: Readonly<Record<string, unknown>>): Promise<object | null>;
  /** Called for each message that the app or the station has sent. */
  exchanged(stationId: string, message: unknown, isOurs: boolean): void;
  /** Called for a frame or message that was refused as malformed. */
  malformed(stationId: string, action: string): void;
}

interface SocketsDependencies extends Pick<HandshakeDependencies, 'gate' | 'path' | 'addressOf' | 'refusals'> {
  now(): Date;
  callLimitMs: number;
  registrationTimes?: RegistrationTimes | undefined;
  listener: SocketListener;
  /** Stores a lock-out, so that all processes apply it. */
  lockedOut(stationId: string, lockOut: LockOut): void;
  note(event: string, facts: Readonly<Record<string, string | number>>): void;
}

/** Thrown for a message that the app does not support. */
export class NotImplemented extends RPCNotImplementedError {}

/** Thrown for most messages while the station is not accepted yet. */
export class NotAccepted extends RPCSecurityError {}

/**
 * Maximum size of a message, in bytes. The last message of a session repeats all its meter values (OCPP 1.6 §3.16.1). The limit
 * suffices for a session of one day with two values per minute.
 */
const MAX_MESSAGE_BYTES = 1_000_000;
const PING_MS = 30_000;
/**
 * Maximum number of stations whose messages are handled at once. If many stations reconnect, the others wait, so that they do
 * not delay a driver's start or stop.
 */
const MAX_CONCURRENT_STATIONS = 20;

type Client = RPCClient;

/** Manages the connections of stations. If a station connects again, the newest connection counts. */
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
      maxPayload: MAX_MESSAGE_BYTES,
      // intake.ts limits pings. The WebSocket library's own limit would end the connection without a reason.
      maxPendingAutoPongs: 0,
      // Without context takeover, no compression context occupies memory between two messages.
      perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true, threshold: 1024 },
    },
  });
  /** The protocol that `admit` has chosen for each request, for the library's `auth` callback. */
  const protocols = new WeakMap<IncomingMessage, Protocol | false>();
  server.auth((accept, _reject, { request }) => accept({}, protocols.get(request) ?? false));
  server.on('error', error => note('ocpp websocket server error', { reason: error instanceof Error ? error.message : 'error' }));

  const runLimited = pLimit(MAX_CONCURRENT_STATIONS);
  server.on('client', (client: Client) =>
    attach({ client, open, limits, now, callLimitMs, registrationTimes, listener, runLimited, note }),
  );

  const door = { gate, path, limits, connections: countConnections(), refusals, addressOf };
  const handshake = async (request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> => {
    const admitted = await admit(door, request, socket);
    if (!admitted) return;
    protocols.set(request, admitted.protocol);
    // The library takes the text after the last slash as the identity, so the URL must end with the identity.
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
    /** Closes all connections. The stations then reconnect to another process, but not all at the same time. */
    async close(): Promise<void> {
      await server.close({ code: 1001, reason: 'Going away' });
    },
  };
}

/**
 * The library also closes connections by itself, for example after a frame that is too large. If this fails, an unhandled
 * rejection would end the process.
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

/** Sets up the connection of an admitted station. The station's former connection is closed. */
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
  // Resolves when the previous message has been handled. Messages are handled one after the other, so that a meter value does not
  // overtake the start of its transaction.
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
    listener.exchanged(stationId, message, outbound);
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
