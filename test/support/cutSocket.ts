import type { Socket } from 'node:net';

/**
 * Resets a connection, as if the cable had been pulled out. A socket that is already closing is only destroyed: its reset would
 * fail with EINVAL, Node 24 would never close the handle, and the process would use a full CPU core and never exit.
 */
export function cutSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
