import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { cutSocket } from '../../support/cutSocket.ts';

/** A network that can fall silent: connections stay open, new ones are accepted, and nothing passes. */
export interface HeldRelay {
  /** Address of the relay, 127.0.0.1:port. */
  host: string;
  hold(): void;
  /** 'late': what was sent meanwhile arrives now, as TCP repeats it. 'lost': all connections are reset. */
  release(arrival: 'late' | 'lost'): void;
  close(): void;
}

/** Opens a TCP relay to an address. */
export async function openHeldRelay(address: string): Promise<HeldRelay> {
  const [host, port] = address.split(':');
  const open = new Map<Socket, Socket | null>();
  let isHeld = false;
  const join = (near: Socket, early: readonly Buffer[] = []) => {
    const far = connect({ host: host ?? '', port: Number(port) });
    open.set(near, far);
    far.setNoDelay(true);
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    for (const bytes of early) far.write(bytes);
    near.pipe(far).pipe(near);
  };
  /**
   * The connections that were opened meanwhile, with what they have sent. One that its caller gives up is forgotten, as if its
   * packets had been dropped. Hundreds of them at the end would overflow the queue of the other side.
   */
  const waiting = new Map<Socket, Buffer[]>();
  const wait = (near: Socket) => {
    const early: Buffer[] = [];
    waiting.set(near, early);
    near.on('data', bytes => early.push(bytes));
  };
  const server = createServer(near => {
    near.setNoDelay(true);
    open.set(near, null);
    near
      .on('error', () => near.destroy())
      .on('close', () => {
        open.get(near)?.destroy();
        open.delete(near);
        waiting.delete(near);
      });
    if (isHeld) wait(near);
    else join(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      isHeld = true;
      for (const [near, far] of open) {
        near.unpipe().pause();
        far?.unpipe().pause();
      }
    },
    release(arrival) {
      isHeld = false;
      const meanwhile = [...waiting];
      waiting.clear();
      for (const [near, far] of open)
        if (arrival === 'lost') cutSocket(near);
        else if (far) near.pipe(far).pipe(near);
      if (arrival === 'lost') return;
      for (const [near, early] of meanwhile) {
        near.removeAllListeners('data');
        join(near, early);
      }
    },
    close() {
      for (const near of open.keys()) near.destroy();
      server.close();
    },
  };
}
