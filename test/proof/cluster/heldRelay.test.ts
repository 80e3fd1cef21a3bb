import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../support/until.ts';
import { type HeldRelay, openHeldRelay } from './heldRelay.ts';

let server: ReturnType<typeof createServer>;
let relay: HeldRelay;
let received: string[];
beforeEach(async () => {
  received = [];
  server = createServer(socket => socket.on('error', () => undefined).on('data', bytes => received.push(String(bytes))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  relay = await openHeldRelay(`127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  relay.close();
  server.close();
});

async function open(): Promise<Socket> {
  const [host = '', port] = relay.host.split(':');
  const socket = connect({ host, port: Number(port) }).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}
const arrives = (text: string) =>
  until(
    async () => received.join(''),
    all => [...all].toSorted().join('') === text,
  );

describe('A network that falls silent', () => {
  it('accepts connections and passes nothing, and what was sent meanwhile arrives late', async () => {
    const before = await open();
    before.write('a');
    await arrives('a');
    relay.hold();
    before.write('b');
    const meanwhile = await open();
    meanwhile.write('c');
    await new Promise(resolve => setTimeout(resolve, 100));
    expect(received).toEqual(['a']);
    relay.release('late');
    await arrives('abc');
    meanwhile.write('d');
    await arrives('abcd');
    for (const socket of [before, meanwhile]) socket.destroy();
  });

  it('forgets a connection that its caller has given up', async () => {
    relay.hold();
    const over = await open();
    over.end('a');
    await once(over, 'close');
    relay.release('late');
    const next = await open();
    next.write('b');
    await arrives('b');
    next.destroy();
  });

  it('loses what was sent meanwhile if connections are reset at its end', async () => {
    const socket = await open();
    socket.write('a');
    await arrives('a');
    relay.hold();
    socket.write('b');
    const closed = new Promise(resolve => socket.once('close', resolve));
    relay.release('lost');
    await closed;
    const next = await open();
    next.write('c');
    await arrives('ac');
    next.destroy();
  });
});
