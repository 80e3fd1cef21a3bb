import { parentPort, workerData } from 'node:worker_threads';
import type { DrawRequest, PageAnswer } from '../adapters/drawing/messages.ts';
import type { Translator } from '../core/ports/ports.ts';
import { readTexts } from '../http/request/translations.ts';
import { invoicePdf } from '../shop/documents/pdf/invoicePdf.ts';
import { labelsPdf } from '../staff/stations/labelsPdf.ts';

// Worker thread that draws the pages of documents. server/adapters/drawing starts this module.

const { localesDir } = workerData as { localesDir: string };
const texts = readTexts(localesDir);
const translator: Translator = (locale, key, values = {}) => texts.t(key, { ...values, lng: locale });

const drawn = (request: Exclude<DrawRequest, { photo: unknown }>): Promise<Uint8Array> =>
  'labels' in request
    ? labelsPdf({ ...request.labels, translator })
    : invoicePdf(request.document, translator, request.signedValues);

async function answerTo(request: Parameters<typeof drawn>[0]): Promise<PageAnswer> {
  try {
    return { bytes: await drawn(request) };
  } catch (error) {
    return { failure: String(error) };
  }
}

parentPort?.on('message', async (request: Parameters<typeof drawn>[0]) => {
  const answer = await answerTo(request);
  parentPort?.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : []);
});
