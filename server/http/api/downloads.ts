import express, { type Router } from 'express';
import type { Backend, Download } from '../../core/ports/backend.ts';
import { parseRequest } from '../request/input.ts';
import { sendFile } from '../request/sendFile.ts';

type Fetch = (backend: Backend, options: { receipt: string; document: string }) => Promise<Download>;
const DOWNLOADS: Readonly<Record<string, Fetch>> = {
  '/api/receipts/:receipt/invoice': (backend, { receipt }) => backend.getInvoice({ receipt }),
  '/api/receipts/:receipt/invoice/:document': (backend, options) => backend.getInvoice(options),
  '/api/receipts/:receipt/calibration-data': (backend, { receipt }) => backend.getCalibrationData({ receipt }),
};

/** Serves the documents of a receipt. A HEAD request tells whether a document is ready, without transferring it. */
export function downloads(backend: Backend): Router {
  const router = express.Router();
  for (const [path, fetchFile] of Object.entries(DOWNLOADS)) {
    router.get(path, async (request, response) => {
      response.locals.route = path.split('/')[4];
      const { receipt: typed, document = '' } = request.params as { receipt: string; document?: string };
      const { receipt } = parseRequest('getReceipt', { receipt: typed });
      const file = await fetchFile(backend, { receipt, document });
      await sendFile(response, file);
    });
  }
  return router;
}
