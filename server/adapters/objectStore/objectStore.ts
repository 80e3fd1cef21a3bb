import { setTimeout as pause } from 'node:timers/promises';
import { type DocumentFiles, DocumentFilesUnavailable, documentPath } from '../../core/ports/ports.ts';
import { type Answer, createExchange, hashOf, type ObjectStoreConfig } from './exchange.ts';

export type { ObjectStoreConfig as ObjectStoreLocation } from './exchange.ts';

/** Key of a test object. Writing it twice shows whether the object store refuses to overwrite objects. */
const PROBE = 'first-write-wins';
/** HTTP status if another process is writing the same object at the same time. */
const CONFLICT = 409;
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 150;

/**
 * Stores the PDF files of documents in a bucket of an S3-compatible object store. Existing objects are never overwritten: each
 * write has the condition `If-None-Match: *`. Before the first write, a test object shows whether the object store honours this
 * condition; if not, nothing is stored.
 * @throws DocumentFilesUnavailable if the object store does not respond within 5 seconds, or refuses the request
 */
export function createObjectStore(place: ObjectStoreConfig): DocumentFiles {
  const exchange = createExchange(place);
  let proven: Promise<void> | null = null;

  async function putFirst(key: string, body: Uint8Array, contentType: string): Promise<boolean> {
    const headers = { 'content-type': contentType, 'if-none-match': '*' };
    for (let tries = 1; ; tries++) {
      const answer = await exchange({ method: 'PUT', key, headers, body });
      if (answer.status === 200 || answer.status === 201) return true;
      if (answer.status === 412) return false;
      if (answer.status !== CONFLICT || tries === MAX_ATTEMPTS) throw refusal(answer);
      await pause(PAUSE_MS * tries);
    }
  }

  async function prove(): Promise<void> {
    const put = () => putFirst(PROBE, Buffer.from(PROBE), 'text/plain');
    // If the first write succeeds, the test object did not exist before. The second write must then be refused.
    if ((await put()) && (await put()))
      throw new DocumentFilesUnavailable('The object store ignores If-None-Match and would overwrite objects');
  }

  const isKeepingFirst = (): Promise<void> => {
    proven ??= prove().catch(error => {
      proven = null;
      throw error;
    });
    return proven;
  };

  return {
    name: 'object store',
    async get(id) {
      const answer = await exchange({ method: 'GET', key: documentPath(id) });
      if (isMissing(answer)) return null;
      if (answer.status !== 200) throw refusal(answer);
      // Comparing the hashes also detects a response that was cut off without an error.
      if (answer.sha256 !== null && answer.sha256 !== hashOf(answer.body))
        throw new DocumentFilesUnavailable('The object store returned bytes that differ from the stored ones');
      return answer.body;
    },
    async put(id, bytes) {
      await isKeepingFirst();
      return putFirst(documentPath(id), bytes, 'application/pdf');
    },
    async remove(id) {
      const answer = await exchange({ method: 'DELETE', key: documentPath(id) });
      if (answer.status !== 200 && answer.status !== 204 && !isMissing(answer)) throw refusal(answer);
    },
    async check() {
      const answer = await exchange({ method: 'GET', key: PROBE });
      if (answer.status !== 200 && !isMissing(answer)) throw refusal(answer);
    },
  };
}

/** Status 404 alone is not enough: a missing bucket has it too, and must not look like a missing document. */
const isMissing = ({ status, body }: Answer): boolean => status === 404 && wordOf(body) === 'NoSuchKey';

const refusal = ({ status, body }: Answer): DocumentFilesUnavailable =>
  new DocumentFilesUnavailable(`The object store answers ${status} ${wordOf(body)}`.trim());

/** Returns the error code of a response body, for example 'NoSuchKey'. Empty if there is none. */
const wordOf = (body: Buffer): string => /<Code>(\w{1,64})<\/Code>/.exec(body.toString('utf8', 0, 2000))?.[1] ?? '';
