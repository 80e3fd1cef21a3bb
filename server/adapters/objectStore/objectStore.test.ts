import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ObjectStoreServer, refuse, startObjectStore } from '../../../test/support/objectStore.ts';
import { type DocumentFiles, DocumentFilesUnavailable } from '../../core/ports/ports.ts';
import { createObjectStore } from './objectStore.ts';

let server: ObjectStoreServer;
let files: DocumentFiles;
beforeEach(async () => {
  server = await startObjectStore();
  files = createObjectStore(server.place);
});
afterEach(() => server.close());

const PAGE = Buffer.from(`%PDF-1.7 ${'x'.repeat(60_000)}`);

/**
 * Returns the error message of a failed call. Checks that the error has the expected class and contains neither a key nor a
 * signature.
 */
async function failure(call: () => Promise<unknown>): Promise<string> {
  const error: unknown = await call().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DocumentFilesUnavailable);
  const { message, stack = '', cause } = error as Error;
  expect(cause).toBeUndefined();
  for (const secret of [server.place.keySecret, server.place.keyId, 'Signature=']) expect(message + stack).not.toContain(secret);
  return message;
}

describe('An object store', () => {
  it('is asked for one page each time, under names that no service spoils, and told what kind of bytes they are', async () => {
    await files.put('Zürich/../b?c=d', PAGE);
    const [name = '', page] = [...server.stored].at(-1) ?? [];
    expect(name).toMatch(/^\/invoices\/[0-9a-f]{4}\/[0-9a-f]+\.pdf$/);
    expect(page?.headers['content-type']).toBe('application/pdf');
    expect(Buffer.from((await files.get('Zürich/../b?c=d')) ?? [])).toEqual(PAGE);
  });

  it('is tried out before the first page, and refused if it overwrites', async () => {
    await files.put('one', PAGE);
    await files.put('two', PAGE);
    expect(server.requested.filter(line => line.endsWith('/first-write-wins'))).toHaveLength(2);
    const next = createObjectStore(server.place);
    await next.put('three', PAGE);
    expect(server.requested.filter(line => line.endsWith('/first-write-wins'))).toHaveLength(3);

    server.setOverwriting(true);
    const otherStore = createObjectStore(server.place);
    expect(await failure(() => otherStore.put('one', Buffer.from('other')))).toMatch('would overwrite');
    expect(Buffer.from((await files.get('one')) ?? [])).toEqual(PAGE);
    server.setOverwriting(false);
    expect(await otherStore.put('one', Buffer.from('other'))).toBe(false);
  });

  it('that has another process write the same is asked again', async () => {
    await files.put('zero', PAGE);
    let conflicts = 0;
    server.setFault((_, response) => conflicts++ < 2 && !!refuse(response, 409, 'ConditionalRequestConflict'));
    expect(await files.put('one', PAGE)).toBe(true);
    conflicts = -100;
    expect(await failure(() => files.put('two', PAGE))).toMatch('409 ConditionalRequestConflict');
  });

  it('that lacks the bucket, or does not let us in, is no page that is missing', async () => {
    const others = [
      { bucket: 'elsewhere', says: '404 NoSuchBucket' },
      { keySecret: 'another', says: '403 SignatureDoesNotMatch' },
      { keyId: 'NOBODY', says: '403 InvalidAccessKeyId' },
      { region: 'us-east-1', says: '403 AuthorizationHeaderMalformed' },
    ];
    for (const { says, ...other } of others) {
      const theirs = createObjectStore({ ...server.place, ...other });
      for (const call of [() => theirs.get('d1'), () => theirs.put('d1', PAGE), () => theirs.remove('d1'), () => theirs.check!()])
        expect(await failure(call)).toMatch(says);
    }
    await files.check!();
  });

  it.each<[string, Parameters<ObjectStoreServer['setFault']>[0], RegExp]>([
    ['is overloaded', (_, response) => !!refuse(response, 503, 'SlowDown'), /503 SlowDown/],
    ['fails with a page', (_, response) => !!response.writeHead(500).end('<html>'), /500$/],
    ['answers 404 without saying of what', (_, response) => !!response.writeHead(404).end(), /404$/],
    ['leads elsewhere', (_, response) => !!response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(), /307$/],
    ['cuts the line', (_, response) => !!response.destroy(), /ECONNRESET/],
    [
      'cuts it in the middle',
      (_, response) =>
        !!response.writeHead(200, { 'content-length': 60_009 }).write(PAGE.subarray(0, 999), () => response.destroy()),
      /No response/,
    ],
    [
      'has lost the end',
      (_, response, stored) => !!response.writeHead(200, stored?.headers ?? {}).end(PAGE.subarray(0, 999)),
      /bytes that differ/,
    ],
    [
      'says a length that is too short',
      (_, response, stored) => {
        response.strictContentLength = false;
        return !!response.writeHead(200, { ...stored?.headers, 'content-length': 999 }).end(PAGE);
      },
      /bytes that differ|No response/,
    ],
    [
      'answers without an end',
      (_, response) => {
        response.writeHead(200);
        const write = (): unknown => response.write(Buffer.alloc(4_000_000), error => error ?? setImmediate(write));
        return !!write() || true;
      },
      // Depending on the speed of the machine, either the size limit or the time limit is reached first.
      /too large|too slow/,
    ],
    [
      'announces more than any document has',
      (_, response) => {
        response.writeHead(200, { 'content-length': String(65 * 1_048_576) });
        return !!response.write('%PDF');
      },
      /too large/,
    ],
  ])('that %s fails as another system, and all is well when it is back', async (_, fault, says) => {
    await files.put('d1', PAGE);
    server.setFault(fault);
    expect(await failure(() => files.get('d1'))).toMatch(says);
    server.setFault(null);
    expect(Buffer.from((await files.get('d1')) ?? [])).toEqual(PAGE);
  });

  it('that stands still is waited for five seconds at most, whatever it was asked', async () => {
    await files.put('d1', PAGE);
    const stuck = [
      () => true,
      (_: unknown, response: { writeHead(status: number): unknown }) => {
        response.writeHead(200);
        return true;
      },
    ];
    for (const fault of stuck) {
      server.setFault(fault as never);
      const began = performance.now();
      const calls = [() => files.get('d1'), () => files.put('d2', PAGE), () => files.remove('d1')];
      expect(await Promise.all(calls.map(failure))).toEqual(calls.map(() => expect.stringMatching('too slow')));
      expect(performance.now() - began).toBeLessThan(6000);
    }
  }, 30_000);

  it('whose answer got lost has kept the page: the next try is told so, and changes nothing', async () => {
    await files.put('zero', PAGE);
    server.setFault((request, response) => {
      if (request.method !== 'PUT') return false;
      // The server stores the object, but its response gets lost.
      response.end = () => response.destroy();
      return false;
    });
    expect(await failure(() => files.put('d1', PAGE))).toMatch('No response');
    server.setFault(null);
    expect(await files.put('d1', Buffer.from('drawn again'))).toBe(false);
    expect(Buffer.from((await files.get('d1')) ?? [])).toEqual(PAGE);
  });

  it('that is nowhere fails as another system', async () => {
    const { endpoint } = server.place;
    await server.close();
    server = await startObjectStore();
    expect(await failure(() => createObjectStore({ ...server.place, endpoint }).get('d1'))).toMatch(/ECONNREFUSED/);
  });
});
