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
  close(): void;
}

/** Connections of stations, each to one of the app's processes, that can be cut. */
export async function openCutProxy(target: () => string): Promise<CutProxy> {
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer(near => {
    const origin = target();
    // Nobody is there yet.
    if (origin === '') return void near.destroy();
    const { hostname, port } = new URL(origin);
    const far = connect({ host: hostname, port: Number(port) });
    open.add(near);
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
    for (const socket of open) {
      if (Math.random() >= share) continue;
      cuts++;
      cutSocket(socket);
    }
  };
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    cut,
    close() {
      cut(1);
      server.close();
    },
  };
}
