import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** What goes to a PostgreSQL and comes back. */
export interface Counted {
  statements: number;
  /** Of its answers. */
  bytes: number;
}

/** Between the app and a PostgreSQL: counts statements by the messages of its protocol, and bytes of its answers. */
export async function openCountingProxy(url: string): Promise<{ url: string; count(): Counted; close(): void }> {
  const { host, hostname, port } = new URL(url);
  const counted: Counted = { statements: 0, bytes: 0 };
  const server = createServer(near => {
    const far = connect({ host: hostname, port: Number(port) });
    const read = messageReader(type => {
      if (STATEMENTS.includes(type)) counted.statements++;
    });
    near.on('data', read);
    far.on('data', (part: Buffer) => {
      counted.bytes += part.length;
    });
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', end).on('close', end);
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: url.replace(host, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    count: () => ({ ...counted }),
    close: () => void server.close(),
  };
}

/** Query and Execute. */
const STATEMENTS = ['Q', 'E'];
const LENGTH_BYTES = 4;

/** Hears the type of each whole message; the first one of a connection has none. */
function messageReader(hear: (type: string) => void): (part: Buffer) => void {
  let [waiting, typeBytes] = [Buffer.alloc(0), 0];
  return part => {
    waiting = Buffer.concat([waiting, part]);
    while (waiting.length >= typeBytes + LENGTH_BYTES) {
      const size = typeBytes + waiting.readInt32BE(typeBytes);
      if (waiting.length < size) return;
      if (typeBytes > 0) hear(String.fromCharCode(waiting[0] ?? 0));
      waiting = waiting.subarray(size);
      typeBytes = 1;
    }
  };
}
