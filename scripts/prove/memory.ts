import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** In KiB. */
export interface Memory {
  /** After collecting garbage: the heap, and buffers beside it. */
  alive: number;
  /** Of the whole process, with what V8 and the allocator keep for later. */
  rss: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What this process needs when it rests. */
export async function memoryKib(): Promise<Memory> {
  for (let round = 0; round < 3; round++) {
    await sleep(700);
    collect();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { alive: (heapUsed + external) / 1024, rss: rss / 1024 };
}
