import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cutSocket } from '../../support/cutSocket.ts';

export interface CutProxy {
  /** 127.0.0.1:port */
  host: string;
  /** How many connections were cut. */
  cuts(): number;
  /** So many of those that are open, without a goodbye. */
  cut(share: number): void;
  /** Those that are open stay so and pass nothing any more, as where the machine behind has lost its power. */
  watchdog(): void;
  close(): void;
}

/** Connections of stations, each to one of the app's processes, that can be cut. */
export async function openCutProxy(target: () => string): Promise<CutProxy> {
  const open = new Map<Socket, Socket>();
  let cuts = 0;
  const server = createServer(near => {
    const origin = target();
    // Nobody is there yet.
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
