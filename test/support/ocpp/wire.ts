import { RPCClient } from 'ocpp-rpc';
import { note } from './cliOutput.ts';
import { schemaCheckOf } from './schemas.ts';
import type { Line, Message, Payload, Station } from './station.ts';
import { wait } from './time.ts';

/** Real time within which the app usually responds. A manual clock stands still while a call waits, but no longer than this. */
const ANSWERED_WITHIN_MS = 1500;
/** Value of `readyState` of an open WebSocket. */
const OPEN = 1;

/**
 * The RPC client of the library ocpp-rpc, with two additions: its socket can be silenced, and its frames pass through a `Line`.
 */
export class Client extends RPCClient {
  private readonly line: Line;
  constructor(options: ConstructorParameters<typeof RPCClient>[0], line: Line) {
    super(options);
    this.line = line;
  }
  override async connect(): Promise<unknown> {
    const answer: unknown = await super.connect();
    const messageListeners = this._ws?.listeners('message') ?? [];
    this._ws?.removeAllListeners('message');
    this._ws?.on('message', (data: Buffer) =>
      this.line.in(data.toString(), frame => {
        if (!this.isOpen()) return;
        for (const receive of messageListeners) receive.call(this._ws, Buffer.from(frame));
      }),
    );
    return answer;
  }
  override sendRaw(frame: string): void {
    let isDelayed = false;
    this.line.out(frame, passed => {
      // If the connection has ended, a frame without delay fails with an error, and a delayed frame is discarded.
      if (!isDelayed || this.isOpen()) super.sendRaw(passed);
    });
    isDelayed = true;
  }
  private isOpen(): boolean {
    return this._ws?.readyState === OPEN;
  }
  goSilent(): void {
    this._ws?.pause();
  }
}

export interface Wire {
  client: Client | null;
  /** Aborted when the connection ends. */
  over: AbortController;
  /** True while the queue is being sent. */
  isSending: boolean;
  atWork: Set<object>;
  attempt: number;
  isConnecting: boolean;
}

export const createWire = (): Wire => ({
  client: null,
  over: new AbortController(),
  isSending: false,
  atWork: new Set(),
  attempt: 0,
  isConnecting: false,
});

/** Marks the station as busy until the promise settles, but no longer than `ANSWERED_WITHIN_MS`. */
export async function atWork<T>(wire: Wire, work: Promise<T>): Promise<T> {
  const token = {};
  wire.atWork.add(token);
  const timer = setTimeout(() => wire.atWork.delete(token), ANSWERED_WITHIN_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    wire.atWork.delete(token);
  }
}

/**
 * Sends a call.
 * @returns the response; null after an error, after the timeout or without a connection
 */
export async function call(station: Station, wire: Wire, message: Message): Promise<Payload | null> {
  const { client } = wire;
  const { facts, link } = station;
  if (client === null) return null;
  const payload = message.payload();
  const ourFault = message.mayBeFaulty ? null : schemaCheckOf(facts.version)(message.action, 'req', payload);
  if (ourFault !== null) throw new Error(`The simulated station itself is wrong: ${ourFault}`);
  note(station, { by: 'station', kind: 'call', action: message.action, payload });
  const timeout = new AbortController();
  void wait(station, station.switches.connection.answerWithinMs, timeout.signal).then(
    isDelayed => isDelayed && timeout.abort('too late'),
  );
  try {
    const answer = (await atWork(wire, client.call(message.action, payload, { signal: timeout.signal }))) as Payload;
    note(station, { by: 'house', kind: 'answer', action: message.action, payload: answer });
    const fault = schemaCheckOf(facts.version)(message.action, 'conf', answer);
    if (fault !== null) link.faults.push(`${facts.id}: ${fault}`);
    return answer;
  } catch (error) {
    const { rpcErrorCode: code = 'none', message: description } = error as Error & { rpcErrorCode?: string };
    note(station, { by: 'house', kind: 'error', action: message.action, payload: { code, description } });
    return null;
  } finally {
    timeout.abort();
  }
}
