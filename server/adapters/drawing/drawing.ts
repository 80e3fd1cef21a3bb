import { Worker } from 'node:worker_threads';
import type { DrawLabels, DrawPage } from '../../core/ports/ports.ts';
import type { DrawRequest, PageAnswer } from './messages.ts';

/** Some hundred times what a page takes. */
const LIMIT_MS = 30_000;
/** As many as one worker of the outbox has under way; each waits with its whole document in memory. */
const MAX_WAITING = 50;

/** A page was not drawn, and may be tried again. */
class PageNotDrawn extends Error {
  override name = 'PageNotDrawn';
}

interface DrawingOptions {
  /** The module that the thread runs, and what it needs to begin. */
  thread: URL;
  data: unknown;
  limitMs?: number;
  maxWaiting?: number;
}

interface Drawing {
  /** @throws PageNotDrawn where the thread dies or takes too long over it, or too many wait already */
  draw: DrawPage;
  drawLabels: DrawLabels;
  close(): Promise<void>;
}

interface Waiting {
  request: DrawRequest;
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

/**
 * Draws pages one after the other on a thread of its own: each takes as long as many visitors' pages. The thread begins with the
 * first page. One that dies or hangs is replaced with the next page, and only the page at hand fails.
 */
export function createDrawing({ thread, data, limitMs = LIMIT_MS, maxWaiting = MAX_WAITING }: DrawingOptions): Drawing {
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let current: (Waiting & { timer: NodeJS.Timeout }) | null = null;

  function settle(act: (page: Waiting) => void): void {
    const page = current;
    current = null;
    if (!page) return;
    clearTimeout(page.timer);
    worker?.unref();
    act(page);
    next();
  }
  /** Whatever it still says is not heard. */
  function give(up: Worker, why: string): void {
    if (worker !== up) return;
    worker = null;
    void up.terminate();
    settle(page => page.reject(new PageNotDrawn(why)));
  }
  function begin(): Worker {
    const newWorker = new Worker(thread, { workerData: data });
    newWorker.on('message', (answer: PageAnswer) => {
      if (worker !== newWorker) return;
      if ('bytes' in answer) settle(page => page.resolve(answer.bytes));
      else settle(page => page.reject(new PageNotDrawn(answer.failure)));
    });
    newWorker.on('error', error => give(newWorker, error.message));
    newWorker.on('exit', () => give(newWorker, 'the thread has ended'));
    return newWorker;
  }
  function next(): void {
    const page = current ? undefined : waiting.shift();
    if (!page) return;
    const at = worker ?? begin();
    worker = at;
    // While it draws, the process does not end; while it waits, the process may.
    at.ref();
    current = { ...page, timer: setTimeout(() => give(at, 'it took too long'), limitMs) };
    at.postMessage(page.request);
  }

  const put = (request: DrawRequest) =>
    new Promise<Uint8Array>((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(new PageNotDrawn('too many are waiting'));
        return;
      }
      waiting.push({ request, resolve, reject });
      next();
    });

  return {
    draw: (document, signedValues) => put({ document, signedValues }),
    drawLabels: labels => put({ labels }),
    async close() {
      for (const page of waiting.splice(0)) page.reject(new PageNotDrawn('the app is closing'));
      const last = worker;
      worker = null;
      settle(page => page.reject(new PageNotDrawn('the app is closing')));
      await last?.terminate();
    },
  };
}
