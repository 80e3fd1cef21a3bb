import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import multer, { MulterError } from 'multer';
import { matchPath } from 'react-router';
import { MAX_PHOTO_BYTES } from '../../../shared/charging/faultReport.ts';
import { PATHS } from '../../../shared/charging/paths.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { readable, visitorOf } from './visitor.ts';

/** The uploaded photo of a fault report, and why it was not read. The text fields are in `request.body`. */
export interface FaultUpload {
  photo: Uint8Array | null;
  /** True if the driver has chosen a photo, whether it was read or not. */
  hadPhoto: boolean;
  trouble: 'tooLarge' | 'tooSlow' | null;
  /** Seconds until the network may report again, or until fewer uploads are in progress. Null: the report is allowed. */
  retryAfterS: number | null;
}

interface CountsNetworks {
  /** Counts a report of a network. @returns null if allowed, otherwise the seconds to wait */
  countNetwork(address: string): Promise<number | null>;
}

/** Returns the upload of this request. Null: the form was sent without a photo field. */
export const faultUploadOf = ({ locals }: Response): FaultUpload | null =>
  (locals.faultUpload as FaultUpload | undefined) ?? null;

/** Number of uploads that one process reads at the same time. Each may take `MAX_PHOTO_BYTES` of memory. */
const MAX_UPLOADS = 8;
const RETRY_AFTER_S = 30;
/** Shorter than the time limit of the server for a request, so that a driver with a slow connection gets the page. */
const READ_MS = 25_000;

/** The form has fewer fields. The photo is the last one, so the text is known if the photo is refused. */
const FIELD_LIMITS = { fields: 10, fieldNameSize: 40, fieldSize: 16 * 1024, parts: 12, headerPairs: 20 };

/**
 * Reads the fields and the photo of a fault report into memory. For all other requests it does nothing. If the network has sent
 * too many reports, the photo is skipped and only the text is read, so that the page keeps the text.
 */
export function readFaultUpload({ countNetwork }: CountsNetworks, { readMs = READ_MS } = {}): RequestHandler {
  let reading = 0;
  return async (request, response, next) => {
    // The check of the origin, which follows, refuses forms of other sites. Their bodies are not read.
    if (!isFaultForm(request, response) || request.get('Sec-Fetch-Site') === 'cross-site') return next();
    const tooMany = await countNetwork(request.ip ?? '');
    const retryAfterS = tooMany ?? (reading >= MAX_UPLOADS ? RETRY_AFTER_S : null);
    const weight = retryAfterS === null ? 1 : 0;
    reading += weight;
    try {
      response.locals.faultUpload = await readForm(request, response, { retryAfterS, readMs });
    } finally {
      reading -= weight;
    }
    next();
  };
}

const isFaultForm = (request: Request, response: Response): boolean =>
  request.method === 'POST' &&
  request.is('multipart/form-data') !== false &&
  matchPath({ path: PATHS.faultReport, caseSensitive: true }, readable(visitorOf(response).path)) !== null;

interface ReadingOptions {
  retryAfterS: number | null;
  readMs: number;
}

async function readForm(request: Request, response: Response, { retryAfterS, readMs }: ReadingOptions): Promise<FaultUpload> {
  let hadPhoto = false;
  const read = multer({
    storage: multer.memoryStorage(),
    limits: { ...FIELD_LIMITS, files: 1, fileSize: MAX_PHOTO_BYTES },
    fileFilter: (_request, _file, accept) => {
      hadPhoto = true;
      accept(null, retryAfterS === null);
    },
  }).single('photo');
  const limit = new AbortController();
  const ended = new Promise<unknown>(resolve => read(request, response, resolve));
  const expiry = sleep(readMs, 'expired' as const, { signal: limit.signal }).catch(() => 'ended' as const);
  const error = await Promise.race([ended, expiry]);
  limit.abort();
  const outcome = { photo: request.file?.buffer ?? null, hadPhoto, retryAfterS };
  if (error === 'expired') return { ...outcome, photo: null, trouble: 'tooSlow' };
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return { ...outcome, photo: null, trouble: 'tooLarge' };
  if (error) throw new Problem('bad-request', { cause: error });
  return { ...outcome, trouble: null };
}
