import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cutSocket } from '../../support/cutSocket.ts';

export interface CutProxy {
  /** Address of the proxy, 127.0.0.1:port. */
  host: string;
  cuts(): number;
  /** Resets this share (0 to 1) of the open connections, chosen at random, without a WebSocket close frame. */
  cut(share: number): void;
  /**
   * Makes all open connections silent: they stay open but transfer nothing more, as after a power failure of the remote machine.
   */
  freeze(): void;
  close(): void;
}

/**
 * Opens a TCP proxy whose connections can be cut. For each new connection, `target` returns the origin to which it leads; an
 * empty text refuses it.
 */
export async function openCutProxy(target: () => string): Promise<CutProxy> {
  const open = new Map<Socket, Socket>();
  let cuts = 0;
  const server = createServer(near => {
    const origin = target();
    // No process accepts connections at the moment, so the connection is refused.
    if (origin === '') return void near.destroy();
    const { hostname, port } = new URL(origin);
    const far = connect({ host: hostname, port: Number(port) });
    open.set(near, far);
    const end = () => {
      open.delete(near);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', end).on('close', end);
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (share: number) => {
    for (const socket of open.keys()) {
      if (Math.random() >= share) continue;
      cuts++;
      cutSocket(socket);
    }
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    cut,
    freeze() {
      for (const [near, far] of open) {
        near.unpipe(far).resume();
        far.unpipe(near).removeAllListeners('close').destroy();
      }
    },
    close() {
      cut(1);
      server.close();
    },
  };
}
