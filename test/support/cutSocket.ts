import type { Socket } from 'node:net';

/**
 * Resets a connection, as if the cable had been pulled out. If the socket is already closing, only destroys it: a reset would
 * fail with EINVAL, and Node 24 would then never close the handle, use a full CPU core and never exit.
 */
export function cutSocket(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
