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
  /** When it was last heard of. */
  heardAt: Date;
  call: Calls['call'];
  close(code: number, reason: string): void;
}

export interface SocketListener {
  opened(socket: StationSocket): Promise<void>;
  closed(socket: StationSocket): Promise<void>;
  /** Answers a message; the messages of a station come one after the other. Null: no answer, so that it is sent again. */
  answer(socket: StationSocket, action: string, message: Readonly<Record<string, unknown>>): Promise<object | null>;
  /** A frame that was sent, by us or by the station. */
  said(stationId: string, message: unknown, isOurs: boolean): void;
  /** A frame or message whose form was refused. */
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

/** Nobody here knows such a message. */
export class NotImplemented extends RPCNotImplementedError {}

/** The station may not work yet. */
export class NotAccepted extends RPCSecurityError {}

/** A day's session with a sample each half minute fits: the last message repeats every one of them (OCPP 1.6 §3.16.1). */
const LARGEST_MESSAGE = 1_000_000;
const PING_MS = 30_000;
/** Stations that are worked for at once: the others wait here, so that a driver's start or stop is not behind all of them for its turn. */
const MAX_CONCURRENT_STATIONS = 20;

type Client = RPCClient;

/** Sockets of stations. The newest one of a station counts. */
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
      // The budget limits pings: ws would end the connection without a reason.
      maxPendingAutoPongs: 0,
      // Without contexts of their own, or each station would take memory for as long as it is connected.
      perMessageDeflate: { serverNoContextTakeover: true, clientNoContextTakeover: true, threshold: 1024 },
    },
  });
  /** What the gate has decided, for the library. */
  const protocols = new WeakMap<IncomingMessage, Protocol | false>();
  server.auth((accept, _reject, { request }) => accept({}, protocols.get(request) ?? false));
  server.on('error', error => note('ocpp server error', { reason: error instanceof Error ? error.message : 'error' }));

  const runLimited = pLimit(MAX_CONCURRENT_STATIONS);
  server.on('client', (client: Client) =>
    attach({ client, open, limits, now, callLimitMs, registrationTimes, listener, inTurn: runLimited, note }),
  );

  const door = { gate, path, limits, connections: countConnections(), refusals, addressOf };
  const handshake = async (request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> => {
    const admitted = await admit(door, request, socket);
    if (!admitted) return;
    protocols.set(request, admitted.protocol);
    // The library takes what stands behind the last slash.
    request.url = `${path}/${encodeURIComponent(admitted.identity)}`;
    await server.handleUpgrade(request, socket, head);
  };

  return {
    find: (stationId: string): StationSocket | null => open.get(stationId) ?? null,
    list: (): readonly StationSocket[] => [...open.values()],
    /** Takes a request to upgrade whose path is ours. Nothing throws. */
    upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
      socket.on('error', () => socket.destroy());
      void handshake(request, socket, head).catch(() => socket.destroy());
    },
    /** Stations come back elsewhere, but not all at once. */
    async close(): Promise<void> {
      await server.close({ code: 1001, reason: 'Going away' });
    },
  };
}

/**
 * The library closes by itself as well, and waits for that with nobody to hear what fails meanwhile, as a frame that is too large: an
 * unhandled rejection, which would end the process.
 */
function closeQuietly(client: Client): void {
  const close = client.close.bind(client);
  client.close = ask => close(ask).catch(() => undefined);
}

interface AttachOptions extends Pick<SocketsDependencies, 'now' | 'callLimitMs' | 'registrationTimes' | 'listener' | 'note'> {
  client: Client;
  open: Map<string, StationSocket>;
  limits: StationLimits;
  inTurn: LimitFunction;
}

/** A station that was let in. Its newest socket counts. */
function attach({ client, open, limits, now, callLimitMs, registrationTimes, listener, inTurn, note }: AttachOptions): void {
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
    heardAt: now(),
    call: calls.call,
    close: (code, reason) => void client.close({ code, reason, force: code === 1006 }),
  };
  const former = open.get(stationId);
  open.set(stationId, socket);
  // One after the other: a meter value must not overtake the start of its transaction.
  let last: Promise<unknown> = inTurn(() => listener.opened(socket)).catch(() => undefined);
  former?.close(1000, 'Connected anew');

  const intake = createIntake({
    client,
    stationId,
    limits,
    malformed: () => listener.malformed(stationId, 'frame'),
    cutOff() {
      note('ocpp flood', { station: stationId });
      calls.close();
      if (open.get(stationId) === socket) open.delete(stationId);
    },
  });
  client.on('message', ({ message, outbound }: { message: unknown; outbound: boolean }) => {
    listener.said(stationId, message, outbound);
    if (!outbound) socket.heardAt = now();
  });
  client.on('ping', () => {
    socket.heardAt = now();
  });
  client.on('strictValidationFailure', ({ method, outbound }: { method: string; outbound: boolean }) => {
    if (outbound) note('ocpp message of ours is wrong', { station: stationId, action: method });
    else listener.malformed(stationId, method);
  });
  client.on('socketError', () => undefined);
  client.handle(async ({ method = '', params = {} }) => {
    registration.received(method);
    const mine = intake.take(last, () => inTurn(() => listener.answer(socket, method, params)));
    last = mine.catch(() => undefined);
    const answer = await mine;
    if (method === 'BootNotification') registration.answered(answer);
    // The library says nothing of what it does not answer, and the station does not wait for it any more.
    return answer ?? NOREPLY;
  });
  client.once('close', () => {
    registration.close();
    calls.close();
    if (open.get(stationId) === socket) open.delete(stationId);
    void inTurn(() => listener.closed(socket)).catch(() => undefined);
  });
}

export type Sockets = ReturnType<typeof createSockets>;
