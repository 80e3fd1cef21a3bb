import { Worker } from 'node:worker_threads';
import type { DrawLabels, DrawPage, RedrawPhoto } from '../../core/ports/ports.ts';
import type { DrawRequest, PageAnswer } from './messages.ts';

/** Time limit for drawing one document as a PDF, in milliseconds. About a hundred times the usual duration. */
const LIMIT_MS = 30_000;
/**
 * Maximum number of waiting requests, because each keeps its whole document in memory. The outbox worker runs at most this many
 * jobs at a time.
 */
const MAX_WAITING = 50;
/** Time without a request after which the thread ends, because fonts and libraries hold 130 MB. A new thread starts in 0.3 s. */
const MAX_IDLE_MS = 60_000;

/** Thrown if a document was not drawn. The caller may retry. */
class PageNotDrawn extends Error {
  override name = 'PageNotDrawn';
}

interface DrawingOptions {
  /** The module that the thread runs, and the `workerData` it receives. */
  thread: URL;
  data: unknown;
  limitMs?: number;
  maxWaiting?: number;
  maxIdleMs?: number;
}

interface Drawing {
  /**
   * Draws a document as a PDF.
   * @throws PageNotDrawn if the thread dies, the time limit is exceeded, too many requests are waiting, or the app shuts down
   */
  draw: DrawPage;
  drawLabels: DrawLabels;
  redrawPhoto: RedrawPhoto;
  close(): Promise<void>;
}

interface Waiting {
  request: DrawRequest;
  resolve(bytes: Uint8Array): void;
  reject(error: Error): void;
}

/**
 * Draws documents or photos, one after another, on a separate thread, because drawing one takes as long as serving many visitors.
 * The thread is started by a request, and ends when there is no request for a while. If it dies or hangs, only the current
 * document fails, and the next request starts a new thread.
 */
export function createDrawing({
  thread,
  data,
  limitMs = LIMIT_MS,
  maxWaiting = MAX_WAITING,
  maxIdleMs = MAX_IDLE_MS,
}: DrawingOptions): Drawing {
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let current: (Waiting & { timer: NodeJS.Timeout }) | null = null;

  function settle(act: (page: Waiting) => void): void {
    const page = current;
    current = null;
    if (!page) return;
    clearTimeout(page.timer);
    worker?.unref();
    idle = setTimeout(endThread, maxIdleMs).unref();
    act(page);
    next();
  }
  /** Terminates a thread and rejects the document it is drawing. Later messages from this thread are ignored. */
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
    clearTimeout(idle);
    const at = worker ?? begin();
    worker = at;
    // While the thread draws, it must keep the process alive. `settle` calls `unref`, so an idle thread does not.
    at.ref();
    current = { ...page, timer: setTimeout(() => give(at, 'it took too long'), limitMs) };
    at.postMessage(page.request);
  }

  async function endThread(): Promise<void> {
    clearTimeout(idle);
    const last = worker;
    worker = null;
    await last?.terminate();
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
    async redrawPhoto(photo) {
      const bytes = await put({ photo });
      return bytes.length > 0 ? bytes : null;
    },
    async close() {
      for (const page of waiting.splice(0)) page.reject(new PageNotDrawn('the app is closing'));
      settle(page => page.reject(new PageNotDrawn('the app is closing')));
      await endThread();
    },
  };
}
