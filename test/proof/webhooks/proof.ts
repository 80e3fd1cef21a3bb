import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createWebhookSecret, sealedSecretOf } from '../../../server/staff/webhooks/webhookSecrets.ts';
import { addEndpoint } from '../../../server/store/jobs/webhookRows.ts';
import { openStore } from '../../../server/store/openStore.ts';
import { openReceivers, RECEIVERS, type Receivers } from './receivers.ts';

interface ProofOptions {
  /** Number of events, all receivers together. */
  events: number;
  kills: number;
  print(line: string): void;
}

interface Proof {
  events: number;
  kills: number;
  repeated: number;
  seconds: number;
  faults: readonly string[];
}

const SECRET = 'a secret of thirty-two characters';
const MAX_SECONDS = 900;

/**
 * Sends events to receivers that fail in every way, from a process that is killed again and again. Checks that each receiver got
 * each event at least once, always with one id and one body, and none of a change that was rolled back.
 */
export async function proveWebhooks({ events, kills, print }: ProofOptions): Promise<Proof> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'webhooks-'));
  const receivers = await openReceivers();
  await addEndpoints(dataDir, receivers);
  const changes = Math.ceil(events / RECEIVERS.length);
  const startedMs = Date.now();
  const start = () => startSender([dataDir, receivers.origin, String(changes), String(startedMs)]);
  let sender = start();
  let killed = 0;
  const seconds = () => (Date.now() - startedMs) / 1000;
  const isComplete = () => [...receivers.received.values()].every(({ size }) => size >= changes);
  const countReceived = () => [...receivers.received.values()].reduce((sum, { size }) => sum + size, 0);
  while (!isComplete() && seconds() < MAX_SECONDS) {
    if (killed === kills) {
      await pause(100);
      continue;
    }
    // The process dies somewhere in its share of the events, not while it starts.
    const diesAt = countReceived() + 1 + Math.random() * ((2 * events) / kills);
    while (countReceived() < diesAt && !isComplete() && seconds() < MAX_SECONDS) await pause(5);
    if (isComplete()) break;
    await kill(sender);
    killed++;
    sender = start();
    if (killed % 5 === 0) print(`${killed} kills, ${[...receivers.received.values()].map(({ size }) => size).join(' ')}`);
  }
  await pause(1000);
  await kill(sender);
  await receivers.close();
  rmSync(dataDir, { recursive: true, force: true });
  const faults = [...receivers.faults, ...missingIn(receivers, changes)];
  return { events: changes * RECEIVERS.length, kills: killed, repeated: receivers.repeated(), seconds: seconds(), faults };
}

async function addEndpoints(dataDir: string, { origin, secrets }: Receivers): Promise<void> {
  const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir });
  await store.migrate();
  for (const name of RECEIVERS) {
    const secret = createWebhookSecret();
    secrets.set(name, secret);
    await store.inTransaction(trx =>
      addEndpoint(trx, {
        ...{ id: name, url: `${origin}/${name}`, description: '', clients: null, types: ['point.available'] },
        ...{ sealedSecret: sealedSecretOf(secret, SECRET), olderSecret: null, olderUntil: null, isOn: true, offWhy: null },
        ...{ failingSince: null, createdBy: 'proof', createdAt: new Date() },
      }),
    );
  }
  await store.close();
}

function startSender(args: readonly string[]): ChildProcess {
  const file = path.join(import.meta.dirname, 'senderMain.ts');
  return spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function kill(sender: ChildProcess): Promise<void> {
  if (sender.exitCode !== null || sender.signalCode !== null) return;
  const ended = once(sender, 'exit');
  sender.kill('SIGKILL');
  await ended;
}

/** Compares what each receiver got with the changes that were made: every change once, and no other. */
function missingIn({ received }: Receivers, changes: number): string[] {
  const expected = new Set(Array.from({ length: changes }, (_, n) => String(n + 1)));
  return [...received].flatMap(([name, events]) => {
    const got = new Set(events.values());
    const missing = [...expected].filter(change => !got.has(change)).length;
    const others = [...got].filter(change => !expected.has(change));
    return [
      ...(missing > 0 ? [`${name}: ${missing} events missing`] : []),
      ...(others.length > 0 ? [`${name}: events without their change: ${others.slice(0, 3).join(' ')}`] : []),
      ...(events.size > expected.size ? [`${name}: ${events.size - expected.size} events with two ids`] : []),
    ];
  });
}
