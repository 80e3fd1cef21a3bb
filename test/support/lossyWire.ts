import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cutSocket } from './cutSocket.ts';

/** up: all is well. down: nothing gets out. mute: everything gets out, no answer comes back. stuck: nothing ever comes back. */
export type Network = 'up' | 'down' | 'mute' | 'stuck';

export interface LossyWire {
  /** http://127.0.0.1:port, where the app is reached over this wire. */
  origin: string;
  /** From now on; what was under way is lost. */
  is(network: Network): void;
  close(): void;
}

/** The way between a phone and the app, which loses what it is told to lose. */
export async function openLossyWire(app: string): Promise<LossyWire> {
  const { hostname, port } = new URL(app);
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
      if (network !== 'stuck') far.write(bytes);
    });
    far.on('data', bytes => {
      if (network === 'up') phone.write(bytes);
      else if (network === 'mute') cutSocket(phone);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    is(next) {
      // Half of what was said is worth nothing on a wire that is well again.
      if (next === 'down' || next === 'up') for (const phone of phones) cutSocket(phone);
      network = next;
    },
    close() {
      for (const phone of phones) phone.destroy();
      server.close();
    },
  };
}
