import { type Request, type Response, Router } from 'express';
import multer from 'multer';
import { MAX_LOG_FILE_BYTES } from '../../../../shared/console/stationLogFiles.ts';
import type { UploadAttempt, UploadStart } from '../../../core/ports/stationLogFiles.ts';
import type { LogFiles, UploadResult } from './logFiles.ts';

/** Maximum number of uploads that one process receives at the same time. */
const MAX_UPLOADS = 8;
/** A connection that sends nothing for this long is closed. */
const IDLE_TIMEOUT_MS = 30_000;
const BUSY = { 'Retry-After': '60' };
/** The secret of 256 bits in an upload address. */
const TOKEN = /^[\w-]{43}$/;
/** Bytes of a form besides the file. */
const MAX_FORM_BYTES = 64 * 1024;

const STATUSES: Readonly<Record<UploadResult | Extract<UploadStart, string>, number>> = {
  stored: 201,
  // The station has not received the first answer.
  received: 200,
  unknown: 404,
  replaced: 409,
  empty: 400,
  'too large': 413,
  full: 410,
};

/** Receives the files that stations upload by PUT or POST, as the plain body or as a form (multipart/form-data). */
export function createUploads(logFiles: Pick<LogFiles, 'begin' | 'receive'>): Router {
  /** The running uploads, by the id of the file. */
  const running = new Map<string, Request>();
  const router = Router();
  router.use(async (request, response) => {
    response.locals.route = 'station upload';
    const [token = '', ...names] = request.path.split('/').filter(Boolean);
    const refusal = refusalOf(request, token) ?? (running.size < MAX_UPLOADS ? null : 503);
    if (refusal) return end(request, response, refusal);
    // Nothing of the body is read before the secret is known to be right.
    const upload = await logFiles.begin(token);
    if (typeof upload === 'string') return end(request, response, STATUSES[upload]);
    // A station begins anew when it believes that the connection is lost.
    running.get(upload.id)?.destroy();
    running.set(upload.id, request);
    request.setTimeout(IDLE_TIMEOUT_MS, () => request.destroy());
    try {
      const receive = request.is('multipart/form-data') === false ? receiveBody : receiveForm;
      const result = await receive(logFiles, upload, { request, response, name: nameIn(names.at(-1)) });
      end(request, response, STATUSES[result]);
    } catch (error) {
      // The connection was closed.
      if (!request.destroyed) throw error;
      response.destroy();
    } finally {
      if (running.get(upload.id) === request) running.delete(upload.id);
    }
  });
  return router;
}

/** Returns why a request is not an upload that the app can receive. Null: it is one. */
function refusalOf(request: Request, token: string): number | null {
  if (!TOKEN.test(token)) return 404;
  if (!['PUT', 'POST'].includes(request.method)) return 405;
  // A part of a file (RFC 9110 §14.5).
  if (request.get('content-range') !== undefined) return 400;
  return Number(request.get('content-length') ?? 0) > MAX_LOG_FILE_BYTES + MAX_FORM_BYTES ? 413 : null;
}

/** Ends a request. The rest of a body that has not arrived is not read. */
function end(request: Request, response: Response, status: number): void {
  response.status(status);
  if (!request.complete) response.set('Connection', 'close');
  if (status === 405) response.set('Allow', 'PUT, POST');
  if (status === 503) response.set(BUSY);
  response.end();
}

interface Arriving {
  request: Request;
  response: Response;
  /** Name of the file in the address. */
  name: string;
}
type Receive = (logFiles: Pick<LogFiles, 'receive'>, upload: UploadAttempt, arriving: Arriving) => Promise<UploadResult>;

const receiveBody: Receive = ({ receive }, upload, { request, name }) => receive(upload, { name, bytes: request });

/** Receives the first file of a form. */
const receiveForm: Receive = async ({ receive }, upload, { request, response, name }) => {
  let received: Promise<UploadResult> | null = null;
  const storage: multer.StorageEngine = {
    _handleFile(_request, { stream, originalname }, done) {
      received = receive(upload, { name: originalname || name, bytes: stream });
      received.then(
        () => {
          stream.resume();
          done(null);
        },
        (error: unknown) => done(error),
      );
    },
    _removeFile: (_request, _file, done) => done(null),
  };
  // Also limits what stands before, between and after the parts of the form.
  let read = 0;
  request.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_LOG_FILE_BYTES + MAX_FORM_BYTES) request.destroy();
  });
  const parse = multer({ storage, limits: { files: 1, fields: 10, fieldSize: 1024, parts: 11, headerPairs: 20 } }).any();
  // A form that cannot be read has no file. A file that has arrived before the fault counts.
  await new Promise<unknown>(resolve => parse(request, response, resolve));
  return (await (received as Promise<UploadResult> | null)?.catch(() => null)) ?? 'empty';
};

function nameIn(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
