// Many who watch, in a process of their own: opens streams as plain sockets, and tells when each has got the next event.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface ViewersOptions {
  port: number;
  path: string;
  count: number;
}

const AT_ONCE = 50;

interface Viewer {
  isOpen: boolean;
  hasHeard: boolean;
}

if (process.send) await watch(process.send.bind(process));

async function watch(tell: (said: object) => void): Promise<void> {
  const [ask] = (await once(process, 'message')) as [ViewersOptions];
  const viewers: Viewer[] = [];
  let times: number[] = [];
  const recordMessage = (viewer: Viewer) => {
    if (viewer.hasHeard) return;
    viewer.hasHeard = true;
    times.push(performance.timeOrigin + performance.now());
    if (times.length === ask.count) tell({ times });
  };
  for (let from = 0; from < ask.count; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, ask.count - from) }, (_, n) => {
        const viewer = { isOpen: false, hasHeard: true };
        viewers.push(viewer);
        return open(ask, from + n, { viewer, hear: recordMessage });
      }),
    );
  process.on('message', () => {
    times = [];
    for (const viewer of viewers) viewer.hasHeard = false;
    tell({ ready: true });
  });
  tell({ open: viewers.length });
}

/** Each from a network of its own, as many drivers would. */
function open(
  { port, path }: ViewersOptions,
  n: number,
  { viewer, hear }: { viewer: Viewer; hear(viewer: Viewer): void },
): Promise<void> {
  const host = '127.0.0.1';
  const socket: Socket = connect({ port, host });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 10.${n >> 8}.${n & 255}.1\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.on('error', reject).on('data', chunk => {
      if (chunk.includes('HTTP/1.1 ') && !chunk.includes('HTTP/1.1 200 ')) reject(new Error(String(chunk.subarray(0, 40))));
      if (!chunk.includes('id: ')) return;
      if (viewer.isOpen) hear(viewer);
      viewer.isOpen = true;
      resolve();
    });
  });
}
