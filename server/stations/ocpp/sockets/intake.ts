import type { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RPCClient } from 'ocpp-rpc';
import { MAX_UNANSWERED, pointsOf, type StationLimits } from './stationLimits.ts';

/** The library's connection, with members that its types do not declare. */
interface Connection {
  _ws: EventEmitter & { pause(): void; resume(): void; terminate(): void; close(code: number, reason: string): void };
  _onMessage(frame: Buffer): void;
}

/** Limits for one station's unanswered calls. Above them, reading from its connection pauses. */
const MAX_QUEUED_CALLS = 50;
const MAX_QUEUED_BYTES = 2_000_000;
const MIN_PING_INTERVAL_MS = 1000;
/** Time for a station that is cut off to receive the reason. After that, its connection is terminated. */
const CLOSING_MS = 500;

const IS_CALL = /^\s*\[\s*2\s*,/;
/** Matches a message whose id has more than the allowed 36 characters (OCPP-J 1.6 §4.1.4). */
const HAS_LONG_ID = /^\s*\[\s*[-+.\deE]+\s*,\s*"(?:[^"\\]|\\(?:u[0-9a-fA-F]{4}|[^u])){37}/;
/**
 * Error codes in the app's responses that are not the station's fault: the station is not accepted yet, or the app has failed.
 */
const NO_FAULT_OF_STATION: ReadonlySet<unknown> = new Set([undefined, 'SecurityError', 'InternalError', 'GenericError']);

interface IntakeDependencies {
  client: RPCClient;
  stationId: string;
  limits: StationLimits;
  /** Called for a frame that is not a message. */
  malformed(): void;
  /** Called when the station's budget is used up. Its connection is being closed then. */
  cutOff(): void;
}

/**
 * Counts each frame of a station before it is parsed. Calls beyond `MAX_UNANSWERED`, and frames that are not messages, use up a
 * budget. If it is empty, the station is cut off and locked out. All other calls are only slowed down to a maximum rate.
 */
export function createIntake({ client, stationId, limits, malformed, cutOff }: IntakeDependencies) {
  const connection = client as unknown as Connection;
  const { _ws: ws } = connection;
  const parse = connection._onMessage.bind(client);
  let isCutOff = false;
  let [unanswered, queuedBytes, lastPingMs] = [0, 0, 0];
  let frame = { bytes: 0, isPaid: false };

  const spend = (points: number): void => {
    if (isCutOff || limits.spend(stationId, points)) return;
    isCutOff = true;
    // The library's own `close` would first wait until all calls are answered.
    ws.close(1008, 'Too many messages');
    // Reading resumes, because the station's close frame must arrive. All other frames are discarded.
    ws.resume();
    setTimeout(() => ws.terminate(), CLOSING_MS).unref();
    cutOff();
  };
  const payForFrame = (): void => {
    if (frame.isPaid) return;
    frame.isPaid = true;
    spend(pointsOf(frame.bytes));
  };
  const noteUnfit = (): void => {
    payForFrame();
    malformed();
  };
  const restrainReading = (): void => {
    const isFull = unanswered > MAX_QUEUED_CALLS || queuedBytes > MAX_QUEUED_BYTES;
    if (isCutOff) return;
    if (isFull) ws.pause();
    else ws.resume();
  };

  connection._onMessage = data => {
    if (isCutOff) return;
    frame = { bytes: data.length, isPaid: false };
    const text = data.toString('utf8');
    if (unanswered >= MAX_UNANSWERED && IS_CALL.test(text)) payForFrame();
    if (isCutOff) return;
    if (text === '') return noteUnfit();
    if (!HAS_LONG_ID.test(text)) return parse(data);
    noteUnfit();
    if (!isCutOff) client.sendRaw(JSON.stringify([4, '-1', 'RpcFrameworkError', 'Message ID is too long', {}]));
  };
  // A pong that answers no ping of the app costs as much as a ping.
  for (const control of ['ping', 'pong'])
    ws.on(control, () => {
      const now = performance.now();
      if (now - lastPingMs < MIN_PING_INTERVAL_MS) spend(1);
      lastPingMs = now;
    });
  client.on('badMessage', noteUnfit);
  client.on('callError', ({ outbound, error }: { outbound: boolean; error: { rpcErrorCode?: unknown } }) => {
    if (!outbound && !NO_FAULT_OF_STATION.has(error.rpcErrorCode)) payForFrame();
  });

  return {
    /**
     * Runs `answer` after `previous`, and not faster than the maximum rate.
     * @returns null if the station was cut off meanwhile, or if `answer` returns null
     */
    async accept(previous: Promise<unknown>, answer: () => Promise<object | null>): Promise<object | null> {
      const { bytes } = frame;
      unanswered++;
      queuedBytes += bytes;
      restrainReading();
      try {
        await previous;
        const waitMs = isCutOff ? 0 : limits.paceMs(stationId, pointsOf(bytes));
        if (waitMs > 0) await sleep(waitMs);
        return isCutOff ? null : await answer();
      } finally {
        unanswered--;
        queuedBytes -= bytes;
        restrainReading();
      }
    },
  };
}
