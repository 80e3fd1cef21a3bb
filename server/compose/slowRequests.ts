import type { Server } from 'node:http';

interface SlowRequestsOptions {
  /** Returns true for the path of an upload, which may take as long as `requestTimeout` of the server. */
  isUpload(url: string): boolean;
  /** How long the body of any other request may take to arrive, in milliseconds. */
  limitMs: number;
}

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Closes the connections of requests whose body arrives too slowly. `requestTimeout` of Node has one value for all paths. */
export function limitSlowRequests(server: Server, { isUpload, limitMs }: SlowRequestsOptions): void {
  server.prependListener('request', (request, response) => {
    const { headers, socket, url = '' } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    if (isUpload(url)) return;
    const timer = setTimeout(() => {
      if (request.complete) return;
      if (!response.headersSent) socket.write(TOO_SLOW);
      socket.destroySoon();
    }, limitMs);
    request.once('close', () => clearTimeout(timer));
  });
}
