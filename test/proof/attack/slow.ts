import { connect, type Socket } from 'node:net';

export interface SlowResult {
  opened: number;
  /** Of them, dropped within the limit. */
  dropped: number;
  worstMs: number;
}

const EVERY_MS = 1000;

/** Connections that send a byte a second and never finish a request: each must be dropped, whatever it has sent. */
export async function sendSlowly({
  origin,
  connections,
  limitMs,
}: {
  origin: string;
  connections: number;
  limitMs: number;
}): Promise<SlowResult> {
  const { hostname, port, host } = new URL(origin);
  const times = await Promise.all(
    Array.from({ length: connections }, (_, n) => {
      const socket = connect(Number(port), hostname);
      const head =
        n % 2 === 0
          ? 'GET / HTTP/1.1\r\nHo'
          : `POST /csp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`;
      socket.write(head);
      return untilDropped(socket, limitMs);
    }),
  );
  const dropped = times.filter(time => time < limitMs);
  return { opened: connections, dropped: dropped.length, worstMs: Math.round(Math.max(0, ...dropped)) };
}

function untilDropped(socket: Socket, limitMs: number): Promise<number> {
  const began = performance.now();
  return new Promise(resolve => {
    const timer = setInterval(() => socket.write('a'), EVERY_MS);
    const end = () => {
      clearInterval(timer);
      clearTimeout(limit);
      socket.destroy();
      resolve(performance.now() - began);
    };
    const limit = setTimeout(end, limitMs);
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('close', end);
  });
}
