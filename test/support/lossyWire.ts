import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cutSocket } from './cutSocket.ts';

/**
 * State of the network. `up`: all data passes. `down`: no connection is possible. `mute`: requests pass, but the connection is
 * cut at the first byte of the response. `stuck`: connections stay open, but no data passes.
 */
export type Network = 'up' | 'down' | 'mute' | 'stuck';

export interface LossyWire {
  /** Base URL of the server through this proxy, http://127.0.0.1:port. */
  origin: string;
  /** Sets the state of the network. `down` and `up` also cut all open connections. */
  is(network: Network): void;
  close(): void;
}

interface WireOptions {
  /** Delay of each packet in milliseconds, in both directions. Default: none. */
  delayMs?: number;
}

/**
 * Opens a TCP proxy in front of a server that simulates an unreliable network.
 * @param target URL of the server
 */
export async function openLossyWire(target: string, { delayMs = 0 }: WireOptions = {}): Promise<LossyWire> {
  const { hostname, port } = new URL(target);
  const send = (to: Socket, bytes: Buffer) => {
    if (delayMs === 0) to.write(bytes);
    else setTimeout(() => to.write(bytes), delayMs);
  };
  const phones = new Set<Socket>();
  let network: Network = 'up';
  const server = createServer(phone => {
    if (network === 'down') return void cutSocket(phone);
    const far = connect({ host: hostname, port: Number(port) });
    const end = () => {
      phones.delete(phone);
      phone.destroy();
      far.destroy();
    };
    phones.add(phone);
    for (const socket of [phone, far]) socket.setNoDelay(true).on('error', end).on('close', end);
    phone.on('data', bytes => {
      if (network !== 'stuck') send(far, bytes);
    });
    far.on('data', bytes => {
      if (network === 'up') send(phone, bytes);
      else if (network === 'mute') cutSocket(phone);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    is(next) {
      // Cuts the open connections. They may have lost data, so they would be unusable when the network recovers.
      if (next === 'down' || next === 'up') for (const phone of phones) cutSocket(phone);
      network = next;
    },
    close() {
      for (const phone of phones) phone.destroy();
      server.close();
    },
  };
}
