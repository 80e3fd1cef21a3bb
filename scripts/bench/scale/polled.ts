import { startPostgres } from '../../../test/support/postgres.ts';
import { median } from '../parts/figures.ts';
import { openAppCluster } from './appCluster.ts';
import { startsAt } from './drivers.ts';
import type { PrintRow } from './part.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3) * 4;
const SPEED = 10;

/** A change at one process, until whoever watches at the other one sees it: with LISTEN, and where nothing listens. */
export async function measure(tell: PrintRow): Promise<void> {
  for (const listens of [true, false]) {
    const waits = await waitsOf(listens);
    const what = `${listens ? 'with LISTEN' : 'without it, as on engines that have none'}: seen at the other process, s`;
    tell(`${what}; median, most`, [median(waits), Math.max(...waits)].map(ms => (ms / 1000).toFixed(2)).join('  '));
  }
}

async function waitsOf(listens: boolean): Promise<number[]> {
  const server = await startPostgres({ isDurable: true });
  const databaseUrl = await server.createDatabase();
  const own: Record<string, string> = listens ? { DATABASE_LISTEN_URL: databaseUrl } : {};
  const cluster = await openAppCluster({ processes: [own, own], databaseUrl, points: ROUNDS, speed: SPEED });
  const waits: number[] = [];
  try {
    const [here = '', there = ''] = cluster.origins;
    for (let n = 0; n < ROUNDS; n++) {
      const { visitor, sessionId, sessionPath } = await startsAt(here, n);
      await visitor.until(sessionId, ({ kind }) => kind === 'running', 60);
      const over = new AbortController();
      const seen = isSeen(there, sessionId, over.signal);
      await seen.opened;
      const began = performance.now();
      await visitor.request(`${sessionPath}/stop`, { form: { sure: '1' }, expect: [303] });
      waits.push((await seen.at) - began);
      over.abort();
    }
    return waits;
  } finally {
    await cluster.close();
    await server.close();
  }
}

/** Watches a session as its page does, until it is shown that it no longer runs. */
function isSeen(origin: string, sessionId: string, signal: AbortSignal): { opened: Promise<void>; at: Promise<number> } {
  const opened = Promise.withResolvers<void>();
  const read = async (): Promise<number> => {
    const answer = await fetch(`${origin}/api/sessions/${sessionId}/events`, { signal });
    if (!answer.body) throw new Error('No live view');
    let text = '';
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      opened.resolve();
      text += part;
      const kinds = [...text.matchAll(/^data: (.*)\n/gm)].map(([, data = '{}']) => (JSON.parse(data) as { kind?: string }).kind);
      if (kinds.some(kind => kind !== undefined && kind !== 'running')) return performance.now();
    }
    throw new Error('The live view has ended');
  };
  const at = read();
  at.catch(opened.reject);
  return { opened: opened.promise, at };
}
