import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent } from 'node:https';
import { type BlockList, connect } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

const CONNECT_MS = 5000;

/** Creates HTTP agents whose sockets refuse to connect to the addresses of a block list. Null: all addresses are allowed. */
export const createAgents = (forbidden: BlockList | null, options: AgentOptions): Agents =>
  forbidden === null
    ? { http: new HttpAgent(options), https: new HttpsAgent(options) }
    : { http: new HttpAgent(withList(options, forbidden)), https: new GuardedHttpsAgent(options, forbidden) };

/** Agents pass their options on to `net.connect`, but their types do not include `blockList` yet. */
const withList = (options: AgentOptions, blockList: BlockList): AgentOptions & { blockList: BlockList } => ({
  ...options,
  blockList,
});

type Connected = (error: Error | null, stream: Duplex) => void;

/** `tls.connect` ignores the block list, so this agent first connects the TCP socket itself. */
class GuardedHttpsAgent extends HttpsAgent {
  private readonly blockList: BlockList;

  constructor(options: AgentOptions, blockList: BlockList) {
    super(options);
    this.blockList = blockList;
  }

  override createConnection(options: ClientRequestArgs, callback?: Connected): null {
    const { host, port, localAddress } = options;
    const socket = connect({
      host: host ?? '',
      port: Number(port),
      ...(localAddress === undefined ? {} : { localAddress }),
      blockList: this.blockList,
    });
    const fail = (error: Error) => callback?.(error, socket);
    socket.once('error', fail);
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('too slow to connect')));
    socket.once('connect', () => {
      socket.off('error', fail).setTimeout(0);
      const secured = super.createConnection({ ...options, socket } as ClientRequestArgs);
      if (secured) callback?.(null, secured);
    });
    return null;
  }
}
