import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Express } from 'express';

/** A simulated external system, for example a CPO, in a separate process. Tests control it through an HTTP port. */
export interface Controlled {
  /** The first line that the process printed: a JSON object with its addresses. */
  hello: Readonly<Record<string, string>>;
  request(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts the process.
 * @param main path of the entry file, which must call `offerControl`
 */
export async function openControlled(main: string): Promise<Controlled> {
  const child = spawn(process.execPath, [main], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = once(child, 'exit').then(() => ['{}']);
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string];
  const hello = JSON.parse(line) as Record<string, string>;
  if (hello.control === undefined) throw new Error(`${main} has ended`);
  return {
    hello,
    async request(method, path, body) {
      const response = await fetch(`${hello.control}${path}`, {
        method,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`control ${path}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    async close() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

/**
 * Starts an HTTP server on a free loopback port.
 * @returns its base URL, http://127.0.0.1:port
 */
export const listening = (app: Express): Promise<string> =>
  new Promise(resolve => {
    const server = app.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    // Never closes idle connections. A request would fail if it were sent just when the server closes the connection.
    server.keepAliveTimeout = 0;
  });

/** Called in the controlled process. Prints its addresses as the first line, and exits when the parent process ends. */
export async function offerControl(control: Express, more: Readonly<Record<string, string>> = {}): Promise<void> {
  process.stdout.write(`${JSON.stringify({ ...more, control: await listening(control) })}\n`);
  process.stdin.on('end', () => process.exit()).resume();
}
