import { type Request, type Response, Router } from 'express';
import multer from 'multer';
import { MAX_LOG_FILE_BYTES } from '../../../../shared/console/stationLogFiles.ts';
import type { LogFiles, UploadResult } from './logFiles.ts';

/** Maximum number of uploads that one process receives at the same time. */
const MAX_UPLOADS = 8;
/** A connection that sends nothing for this long is closed. */
const IDLE_TIMEOUT_MS = 30_000;
const BUSY = { 'Retry-After': '60' };
/** The secret of 256 bits in an upload address. */
const TOKEN = /^[\w-]{43}$/;

const STATUSES: Readonly<Record<UploadResult, number>> = {
  stored: 201,
  // The station has not received the first answer.
  received: 200,
  unknown: 404,
  replaced: 409,
  empty: 400,
  'too large': 413,
  'too many': 410,
};

/** Receives the files that stations upload by PUT or POST, as the plain body or as a form (multipart/form-data). */
export function createUploads({ receive }: Pick<LogFiles, 'receive'>): Router {
  let running = 0;
  const router = Router();
  router.use(async (request, response) => {
    response.locals.route = 'station upload';
    const [token = '', ...names] = request.path.split('/').filter(Boolean);
    if (!TOKEN.test(token)) return refuse(response, 404);
    if (!['PUT', 'POST'].includes(request.method)) return refuse(response, 405, { Allow: 'PUT, POST' });
    // A part of a file (RFC 9110 §14.5).
    if (request.get('content-range') !== undefined) return refuse(response, 400);
    if (Number(request.get('content-length') ?? 0) > MAX_LOG_FILE_BYTES) return refuse(response, 413);
    if (running >= MAX_UPLOADS) return refuse(response, 503, BUSY);
    running++;
    request.setTimeout(IDLE_TIMEOUT_MS, () => request.destroy());
    try {
      const isForm = request.is('multipart/form-data') !== false;
      const name = nameIn(names.at(-1));
      const result = await (isForm
        ? receiveForm(receive, { request, response, token, name })
        : receive({ token, name, bytes: request }));
      if (result === 'stored' || result === 'received') return void response.status(STATUSES[result]).end();
      refuse(response, STATUSES[result]);
    } catch (error) {
      // The station closed the connection, or its form is not valid.
      if (request.destroyed && !request.complete) return void response.destroy();
      if (error instanceof multer.MulterError || !request.complete) return refuse(response, 400);
      throw error;
    } finally {
      running--;
    }
  });
  return router;
}

/** Refuses a request without reading the rest of its body. */
function refuse(response: Response, status: number, headers: Readonly<Record<string, string>> = {}): void {
  response
    .status(status)
    .set({ ...headers, Connection: 'close' })
    .end();
}

interface Form {
  request: Request;
  response: Response;
  token: string;
  name: string;
}

/** Receives the first file of a form. */
async function receiveForm(receive: LogFiles['receive'], { request, response, token, name }: Form): Promise<UploadResult> {
  let result: UploadResult = 'empty';
  const storage: multer.StorageEngine = {
    _handleFile(_request, { stream, originalname }, done) {
      receive({ token, name: originalname || name, bytes: stream }).then(
        received => {
          result = received;
          stream.resume();
          done(null);
        },
        (error: unknown) => done(error),
      );
    },
    _removeFile: (_request, _file, done) => done(null),
  };
  const read = multer({ storage, limits: { files: 1, fields: 10, fieldSize: 1024, parts: 11, headerPairs: 20 } }).any();
  await new Promise<void>((resolve, reject) => read(request, response, (error: unknown) => (error ? reject(error) : resolve())));
  return result;
}

function nameIn(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
