import { describe, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { uniqueNames, zipOf } from './zip.ts';

const at = new Date('2026-11-20T16:24:00Z');
const fileOf = (fileName: string, text: string) => ({
  at,
  file: {
    fileName,
    contentType: 'application/pdf',
    size: text.length,
    bytes: (async function* () {
      yield Buffer.from(text);
    })(),
  },
});

describe('Receipts in one file', () => {
  test('come out as they went in', async () => {
    const chunks: Uint8Array[] = [];
    const files = (async function* () {
      yield fileOf('invoice-R-1.pdf', 'the first');
      yield fileOf('invoice-R-1.pdf', 'the second');
    })();
    for await (const chunk of zipOf(files)) chunks.push(chunk);
    const unpacked = unzipSync(Buffer.concat(chunks));
    const texts = Object.entries(unpacked).map(([name, bytes]) => [name, strFromU8(bytes)]);
    expect(texts).toEqual([
      ['invoice-R-1.pdf', 'the first'],
      ['invoice-R-1-2.pdf', 'the second'],
    ]);
  });

  test('are in folders, and each folder has names of its own', async () => {
    const chunks: Uint8Array[] = [];
    const files = (async function* () {
      for (const folder of ['2026-01', '2026-02']) yield { folder, ...fileOf('../list.csv', folder) };
      yield fileOf('list.csv', 'none');
    })();
    for await (const chunk of zipOf(files)) chunks.push(chunk);
    const unpacked = unzipSync(Buffer.concat(chunks));
    expect(Object.entries(unpacked).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
      ['2026-01/list.csv', '2026-01'],
      ['2026-02/list.csv', '2026-02'],
      ['list.csv', 'none'],
    ]);
  });

  test('are fetched one by one, each only when the one before has been taken', async () => {
    const fetched: string[] = [];
    const files = (async function* () {
      for (const name of ['1', '2', '3']) {
        fetched.push(name);
        yield fileOf(`${name}.pdf`, 'x'.repeat(1000));
      }
    })();
    const bytes = zipOf(files);
    await bytes.next();
    expect(fetched).toEqual(['1']);
    await bytes.return(undefined);
    expect(fetched).toEqual(['1']);
  });

  test('that cannot be had let the whole file fail', async () => {
    const files = (async function* () {
      yield fileOf('1.pdf', 'x');
      throw new Error('The database is gone');
    })();
    const readAll = async () => {
      for await (const _ of zipOf(files));
    };
    await expect(readAll()).rejects.toThrow('The database is gone');
  });

  test('have names that lead into no other folder', () => {
    const nameOf = uniqueNames();
    expect(nameOf('../../etc/passwd')).toBe('etc-passwd');
    expect(nameOf('C:\\R 1.pdf')).toBe('C-R-1.pdf');
    expect(nameOf('R-Ő/2026.pdf')).toBe('R-2026.pdf');
    expect(nameOf('r-2026.pdf')).toBe('r-2026-2.pdf');
    expect(nameOf('...')).toBe('receipt');
  });
});
