import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type Json = Readonly<Record<string, unknown>>;

/** The handlers of a fake server by path. Each receives the JSON of the request and returns the JSON of the response. */
export type Answers = Readonly<Record<string, (body: Json) => unknown>>;

/** Starts a fake server on a free loopback port. */
export async function serveJson(answers: Answers): Promise<{ server: Server; origin: string }> {
  return listen(async (request, response) => {
    const answer = answers[request.url ?? ''];
    const body = await bodyOf(request);
    if (!answer) return void response.writeHead(404).end();
    const [status, value] = await Promise.resolve()
      .then(() => answer(JSON.parse(body || '{}') as Json))
      .then(
        reported => [200, reported] as const,
        (error: unknown) => [error instanceof Refused ? error.status : 500, { error: String(error) }] as const,
      );
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value ?? null));
  });
}

/** Thrown by a handler of a fake server to respond with this status. `post` throws it if the response has an error status. */
export class Refused extends Error {
  status: number;
  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Maximum wait for a response, long enough for a busy machine. */
const PATIENCE_MS = 20_000;

/**
 * Sends a POST request with JSON.
 * @throws TypeError if the connection fails, DOMException after a timeout
 * @throws Refused if the response is an error
 */
export async function post(address: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const answer = await fetch(address, {
    method: 'POST',
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refused(answer.status, text);
  return text === '' ? null : JSON.parse(text);
}
