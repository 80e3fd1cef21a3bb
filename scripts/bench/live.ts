// Many who watch one session: npm run bench -- live
// Streams held, memory of each, how long a change takes to reach all of them, and what it costs, of the house and of bare
// Express with the same bytes; change by change in turn. BENCH_STREAMS: how many each; two files are open for each in all.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Memory } from '../prove/memory.ts';
import { ms, quantile } from './parts/figures.ts';

const STREAMS = Number(process.env.BENCH_STREAMS ?? 2000);
const CHANGES = Number(process.env.BENCH_CHANGES ?? 10);

interface Side {
  name: 'house' | 'bare';
  server: ChildProcess;
  viewers: ChildProcess;
  openedMs: number;
  perStream: Memory;
  arrivals: number[];
  p99s: number[];
  cpu: number[];
}

const sides = [await open('house'), await open('bare')];
for (let change = -1; change < CHANGES; change++) for (const side of sides) await measureRound(side, change >= 0);
for (const { name, openedMs, perStream, arrivals, p99s, cpu } of sides)
  console.log(
    `${name.padEnd(6)} ${STREAMS} streams, opened in ${(openedMs / 1000).toFixed(1)} s, each ${perStream.rss.toFixed(1)} KiB ` +
      `(${perStream.alive.toFixed(1)} in use)\n       a change arrives after p50 ${quantile(arrivals, 0.5).toFixed(0)} / ` +
      `p99 ${quantile(arrivals, 0.99).toFixed(0)} ms; p99 of each change ${ms(p99s)} ms; CPU of a change ${ms(cpu)} ms`,
  );
for (const { server, viewers } of sides) {
  viewers.kill();
  server.kill();
}

function start(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(`./parts/${file}`, import.meta.url)), [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
}

async function open(name: Side['name']): Promise<Side> {
  const [server, viewers] = [start('streamServer.ts'), start('viewers.ts')];
  const served = waitForReply<object>(server, 'serves');
  server.send(name);
  const { serves } = { serves: await served };
  const before = await requestReply<Memory>(server, 'memory');
  const began = performance.now();
  const opened = waitForReply(viewers, 'open');
  viewers.send({ ...serves, count: STREAMS });
  await opened;
  const openedMs = performance.now() - began;
  const after = await requestReply<Memory>(server, 'memory');
  const perStream = { alive: (after.alive - before.alive) / STREAMS, rss: (after.rss - before.rss) / STREAMS };
  return { name, server, viewers, openedMs, perStream, arrivals: [], p99s: [], cpu: [] };
}

async function measureRound({ server, viewers, arrivals, p99s, cpu }: Side, counts: boolean): Promise<void> {
  const ready = waitForReply(viewers, 'ready');
  viewers.send('next');
  await ready;
  const [times, began, spent] = [
    waitForReply<number[]>(viewers, 'times'),
    waitForReply<number>(server, 'began'),
    waitForReply<number>(server, 'cpu'),
  ];
  server.send('say');
  const from = await began;
  const took = (await times).map(at => at - from);
  const cost = await spent;
  if (!counts) return;
  arrivals.push(...took);
  p99s.push(quantile(took, 0.99));
  cpu.push(cost);
}

function requestReply<T>(child: ChildProcess, what: string): Promise<T> {
  const answer = waitForReply<T>(child, what);
  child.send(what);
  return answer;
}

/** What a process says of one thing; what it said of another is not waited for. */
function waitForReply<T>(child: ChildProcess, what: string): Promise<T> {
  return new Promise(resolve => {
    const listen = (said: unknown) => {
      if (typeof said !== 'object' || said === null || !(what in said)) return;
      child.off('message', listen);
      resolve((said as Record<string, T>)[what] as T);
    };
    child.on('message', listen);
  });
}
