import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Router } from 'express';
import type { Backend, Download } from '../backend.ts';
import { readAsk } from './input.ts';

type Fetch = (backend: Backend, ask: { receipt: string; document: string }) => Promise<Download>;
const DOWNLOADS: Readonly<Record<string, Fetch>> = {
  '/api/receipts/:receipt/invoice': (backend, { receipt }) => backend.getInvoice({ receipt }),
  '/api/receipts/:receipt/invoice/:document': (backend, ask) => backend.getInvoice(ask),
  '/api/receipts/:receipt/calibration-data': (backend, { receipt }) => backend.getCalibrationData({ receipt }),
};

/** Files for the visitor, through our own server. HEAD tells whether one is ready without sending it. */
export function downloads(backend: Backend): Router {
  const router = express.Router();
  for (const [path, fetchFile] of Object.entries(DOWNLOADS)) {
    router.get(path, async (request, response) => {
      response.locals.route = path.split('/')[4];
      const { receipt: typed, document = '' } = request.params as { receipt: string; document?: string };
      const { receipt } = readAsk('getReceipt', { receipt: typed });
      const file = await fetchFile(backend, { receipt, document });
      response
        .attachment(file.fileName)
        .type(file.contentType)
        // no-transform: a compressed answer would lose its length, and a cut file would look whole.
        .set({ 'Content-Length': String(file.size), 'Cache-Control': 'no-store, no-transform', 'Accept-Ranges': 'none' });
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      // A failure half-way destroys the connection, so that the browser shows a failed download and never a short file.
      await pipeline(Readable.from(file.bytes), response);
    });
  }
  return router;
}
