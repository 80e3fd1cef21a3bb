import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import { createLocalCpo } from './localCpo.ts';

// A CPO as a process of its own. Its first line of output names its two addresses.

const { state, cpo, control } = createLocalCpo();

const listening = (app: Express): Promise<string> =>
  new Promise(resolve => {
    const server = app.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

state.origin = await listening(cpo);
process.stdout.write(`${JSON.stringify({ origin: state.origin, control: await listening(control) })}\n`);
// Whoever has started it has gone.
process.stdin.on('end', () => process.exit()).resume();
