import { afterEach, describe, expect, it } from '@jest/globals';
import { someInvoiceFacts, translator } from '../../../test/support/invoiceFacts.ts';
import { until } from '../../../test/support/until.ts';
import { createInvoiceDocument } from '../../shop/documents/content/invoiceDocument.ts';
import { invoicePdf } from '../../shop/documents/pdf/invoicePdf.ts';
import { createDrawing } from './drawing.ts';

type Drawing = ReturnType<typeof createDrawing>;
let drawing: Drawing;
afterEach(() => drawing.close());

const DOCUMENT = createInvoiceDocument(someInvoiceFacts());
const numbered = (number: string) => ({ ...DOCUMENT, number });

/** Thread module for the tests. The document number of a request tells it how to fail. */
const FAILING_THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ document: { number } }) => {
      if (number === 'dies') process.exit(3);
      if (number === 'throws') throw new Error('broken');
      if (number === 'hangs') for (;;);
      parentPort.postMessage(number === 'fails' ? { failure: 'no such font' } : { bytes: Buffer.from(number) });
    });`)}`,
);
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('A thread that draws documents', () => {
  it('draws the very bytes that would be drawn here', async () => {
    drawing = createDrawing({
      thread: new URL('../../compose/drawingThread.ts', import.meta.url),
      data: { localesDir: 'locales' },
    });
    const [one, other] = await Promise.all([drawing.draw(DOCUMENT, []), drawing.draw(numbered('R-2'), [])]);
    expect(Buffer.compare(one, await invoicePdf(DOCUMENT, translator))).toBe(0);
    expect(Buffer.compare(other, one)).not.toBe(0);
  }, 60_000);

  it.each(['dies', 'throws', 'hangs', 'fails'])(
    'that %s over one page draws the others',
    async fault => {
      drawing = createDrawing({ thread: FAILING_THREAD, data: null, limitMs: 2000 });
      const [first, bad, last] = await Promise.allSettled(['first', fault, 'last'].map(n => drawing.draw(numbered(n), [])));
      expect([first, last].map(page => page?.status === 'fulfilled' && textOf(page.value))).toEqual(['first', 'last']);
      expect(bad).toMatchObject({ status: 'rejected', reason: { name: 'PageNotDrawn' } });
      expect(textOf(await drawing.draw(numbered('later'), []))).toBe('later');
    },
    60_000,
  );

  it('takes no more than so many at once', async () => {
    drawing = createDrawing({ thread: FAILING_THREAD, data: null, maxWaiting: 2 });
    const requests = await Promise.allSettled(['1', '2', '3', '4', '5'].map(n => drawing.draw(numbered(n), [])));
    expect(requests.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(textOf(await drawing.draw(numbered('later'), []))).toBe('later');
  });

  it('ends when there is no request for a while, and the next request starts another', async () => {
    const naming = `import { parentPort, threadId } from 'node:worker_threads';
      parentPort.on('message', () => parentPort.postMessage({ bytes: Buffer.from(String(threadId)) }));`;
    const thread = new URL(`data:text/javascript,${encodeURIComponent(naming)}`);
    const threadOf = async () => textOf(await drawing.draw(DOCUMENT, []));
    drawing = createDrawing({ thread, data: null });
    expect(await threadOf()).toBe(await threadOf());
    await drawing.close();
    drawing = createDrawing({ thread, data: null, maxIdleMs: 1 });
    const first = await threadOf();
    await until(threadOf, id => id !== first);
  });

  it('leaves nobody waiting when the app closes', async () => {
    drawing = createDrawing({ thread: FAILING_THREAD, data: null });
    const requests = ['hangs', '2'].map(n => drawing.draw(numbered(n), []));
    const settled = Promise.allSettled(requests);
    await drawing.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
