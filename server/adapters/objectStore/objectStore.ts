import { setTimeout as pause } from 'node:timers/promises';
import { type DocumentFiles, DocumentFilesUnavailable, documentPath } from '../../core/ports/ports.ts';
import { type Answer, createExchange, hashOf, type ObjectStoreConfig } from './exchange.ts';

export type { ObjectStoreConfig as ObjectStoreLocation } from './exchange.ts';

/** Put once and never changed: by it we know that the service keeps what came first. */
const PROBE = 'first-write-wins';
/** Another process puts the same at this moment. */
const CONFLICT = 409;
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 150;

/**
 * Drawn pages in a bucket of a service that speaks the S3 protocol. What is there stays: a page is put under the condition that
 * nothing is there (`If-None-Match: *`), and nothing is put into a service that does not keep to it.
 * @throws DocumentFilesUnavailable where the service does not answer within some seconds, or refuses
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
    // The first one of all is told that it is the first, and the next one must not be.
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
      // Also what ends in the middle without saying so.
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

/** A bucket that is missing is no page that is missing. */
const isMissing = ({ status, body }: Answer): boolean => status === 404 && wordOf(body) === 'NoSuchKey';

const refusal = ({ status, body }: Answer): DocumentFilesUnavailable =>
  new DocumentFilesUnavailable(`The object store answers ${status} ${wordOf(body)}`.trim());

/** What the service calls a fault: 'NoSuchKey'. */
const wordOf = (body: Buffer): string => /<Code>(\w{1,64})<\/Code>/.exec(body.toString('utf8', 0, 2000))?.[1] ?? '';
