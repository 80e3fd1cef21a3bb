import type { IncomingMessage, Server } from 'node:http';

interface SlowRequestsOptions {
  /** Returns true for the path of an upload, which may take as long as `requestTimeout` of the server. */
  isUpload(url: string): boolean;
  /** How long the body of any other request may take to arrive, in milliseconds. */
  limitMs: number;
}

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const EXPECTATION_FAILED = 417;

/**
 * Closes the connections of requests whose body arrives too slowly. `requestTimeout` of Node has one value for all paths.
 * @returns `endUploads`, which closes the connections of running uploads; stations repeat them
 */
export function limitSlowRequests(server: Server, { isUpload, limitMs }: SlowRequestsOptions): { endUploads(): void } {
  const uploads = new Set<IncomingMessage>();
  server.prependListener('request', (request, response) => {
    const { headers, socket, url = '' } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    if (isUpload(url)) {
      uploads.add(request);
      request.once('close', () => uploads.delete(request));
      return;
    }
    const timer = setTimeout(() => {
      if (request.complete) return;
      if (!response.headersSent) socket.write(TOO_SLOW);
      socket.destroySoon();
    }, limitMs);
    request.once('close', () => clearTimeout(timer));
  });
  // Without a listener, Node answers an unknown expectation itself, and the body may then take as long as an upload.
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(EXPECTATION_FAILED, { Connection: 'close' }).end();
  });
  return {
    endUploads() {
      for (const request of uploads) request.socket.destroy();
    },
  };
}
