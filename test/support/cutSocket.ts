import type { Socket } from 'node:net';

/**
 * Ends a connection as a cable that is pulled out. One that is being closed already is only left: it cannot be reset (EINVAL),
 * and Node 24 then never closes its handle, so that the process would wait for it at its end, at full load and for ever.
 */
export function cutSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
