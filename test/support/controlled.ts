import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Express } from 'express';

/** A foreign system of the tests as a process of its own, driven over its control port. */
export interface Controlled {
  /** What its first line has said. */
  hello: Readonly<Record<string, string>>;
  request(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** @param main the file it runs, which ends with `offerControl` */
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

/** http://127.0.0.1:port */
export const listening = (app: Express): Promise<string> =>
  new Promise(resolve => {
    const server = app.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    // A server that closes an idle connection at the moment a request is sent on it makes the request fail.
    server.keepAliveTimeout = 0;
  });

/** In the process itself: names its addresses in its first line, and ends with whoever has started it. */
export async function offerControl(control: Express, more: Readonly<Record<string, string>> = {}): Promise<void> {
  process.stdout.write(`${JSON.stringify({ ...more, control: await listening(control) })}\n`);
  process.stdin.on('end', () => process.exit()).resume();
}
