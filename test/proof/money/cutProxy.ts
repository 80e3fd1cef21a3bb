import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cutSocket } from '../../support/cutSocket.ts';

export interface CutProxy {
  /** 127.0.0.1:port */
  host: string;
  cuts(): number;
  /** Cuts the given share of the open connections, without a WebSocket close. */
  cut(share: number): void;
  /** Open connections stay open but transfer nothing any more, as after a power loss of the remote machine. */
  watchdog(): void;
  close(): void;
}

/** Opens a proxy for the connections of stations. Each connection leads to one of the app's processes and can be cut. */
export async function openCutProxy(target: () => string): Promise<CutProxy> {
  const open = new Map<Socket, Socket>();
  let cuts = 0;
  const server = createServer(near => {
    const origin = target();
    // No process of the app is running yet.
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
    watchdog() {
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
