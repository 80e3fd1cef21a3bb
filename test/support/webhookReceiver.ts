import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  id: string;
  signature: string;
  body: string;
  event: { type: string; timestamp: string; data: Readonly<Record<string, unknown>> };
}

export type Answer = number | 'silent' | ((response: ServerResponse) => void);

export interface WebhookReceiver {
  origin: string;
  url: string;
  /** Secret with which the receiver verifies the signatures. Null: signatures are not verified. */
  secret: string | null;
  /** All received events, in order. */
  received: Received[];
  /** Answers of the next requests, in order. Afterwards, all requests are answered 204. */
  answers: Answer[];
  /** The highest number of requests at the same time. */
  peak: number;
  /** Ends the requests that are not answered yet. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Starts a local receiver of webhooks, which verifies every signature with the library of Standard Webhooks. */
export async function openWebhookReceiver({ delayMs = 0 } = {}): Promise<WebhookReceiver> {
  let open = 0;
  const silent = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    receiver.peak = Math.max(receiver.peak, ++open);
    response.on('close', () => open--);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { 'webhook-id': id = '', 'webhook-signature': signature = '' } = headers;
    try {
      if (receiver.secret !== null) new Webhook(receiver.secret).verify(body, headers);
    } catch {
      response.writeHead(401).end('wrong signature');
      return;
    }
    receiver.received.push({ id, signature, body, event: JSON.parse(body) as Received['event'] });
    const answer = receiver.answers.shift() ?? 204;
    if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs));
    if (answer === 'silent') silent.add(response);
    else if (typeof answer === 'number') response.writeHead(answer).end(answer === 204 ? undefined : `status ${answer}`);
    else answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: WebhookReceiver = {
    ...{ origin, url: `${origin}/hook`, secret: null, received: [], answers: [], peak: 0 },
    hangUp() {
      for (const response of silent) response.destroy();
      silent.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return receiver;
}
