import { parentPort, workerData } from 'node:worker_threads';
import type { PageAnswer, PageAsk } from '../adapters/drawing/messages.ts';
import { readTexts } from '../http/words.ts';
import { invoicePdf } from '../operator/documents/pdf/invoicePdf.ts';
import type { Translator } from '../operator/ports.ts';

// The thread that draws pages of documents; adapters/drawing begins it.

const { localesDir } = workerData as { localesDir: string };
const texts = readTexts(localesDir);
const translator: Translator = (locale, key, values = {}) => texts.t(key, { ...values, lng: locale });

async function answerTo({ document, signedValues }: PageAsk): Promise<PageAnswer> {
  try {
    return { bytes: await invoicePdf(document, translator, signedValues) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', async (ask: PageAsk) => {
  const answer = await answerTo(ask);
  parentPort?.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : []);
});
