import type { Socket } from 'node:net';

/**
 * Ends a connection as if the cable were pulled out. A socket that is already closing is only destroyed: a reset fails with
 * EINVAL, Node 24 then never closes the handle, and the process would never exit and use a full CPU core.
 */
export function cutSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
