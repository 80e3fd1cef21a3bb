import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import type { Backend } from '../../server/core/ports/backend.ts';
import { files } from '../../server/http/assets/files.ts';
import type { Assets } from '../../server/render/assets.ts';

const CODE = 'console.log("a long line of code");'.repeat(40);
const outDir = mkdtempSync(path.join(tmpdir(), 'assets-'));
const app = express();

const filesOf = ({ hasOfflinePages }: { hasOfflinePages: boolean }) =>
  files({ outDir, assets: { build: 'b1' } as Assets, hasOfflinePages, backend: {} as Backend });

beforeAll(() => {
  const folder = path.join(outDir, 'assets');
  mkdirSync(folder);
  writeFileSync(path.join(outDir, 'secret.txt.br'), 'not for visitors');
  writeFileSync(path.join(folder, 'app.ABC.js'), CODE);
  writeFileSync(path.join(folder, 'app.ABC.js.br'), brotliCompressSync(CODE));
  writeFileSync(path.join(folder, 'app.ABC.js.gz'), gzipSync(CODE));
  writeFileSync(path.join(folder, 'small.ABC.js'), '1;');
  writeFileSync(path.join(outDir, 'service-worker.js'), 'keep("kept-b1");');
  app.use(filesOf({ hasOfflinePages: true }));
});
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

const get = (name: string, encoding: string) => supertest(app).get(name).set('Accept-Encoding', encoding);

describe('Files of the build', () => {
  it.each([
    ['br, gzip, deflate', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ])('go out as they were compressed once: %s', async (accepted, encoding) => {
    const answer = await get('/assets/app.ABC.js', accepted);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toMatch(/^text\/javascript/);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.vary).toContain('Accept-Encoding');
    expect(answer.text).toBe(CODE);
  });

  it('go out as they are to whoever cannot read that, and where there is nothing to win', async () => {
    for (const [name, accepted] of [
      ['/assets/app.ABC.js', 'identity'],
      ['/assets/small.ABC.js', 'br, gzip'],
    ] as const) {
      const answer = await get(name, accepted);
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
    }
  });

  it.each(['/assets/..%2Fsecret.txt', '/assets/gone.ABC.js', '/assets/app.ABC.js%00', '/assets/%2e%2e/secret.txt'])(
    'are all there is: %s',
    async name => {
      expect((await get(name, 'br')).status).not.toBe(200);
    },
  );
});

describe('What keeps pages on a phone', () => {
  it('is looked for anew each time', async () => {
    const answer = await supertest(app).get('/service-worker.js');
    expect(answer.headers['content-type']).toMatch(/^text\/javascript/);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.text).toContain('kept-b1');
  });

  it('removes itself and what it kept where it is switched off', async () => {
    const answer = await supertest(express().use(filesOf({ hasOfflinePages: false }))).get('/service-worker.js');
    const done: string[] = [];
    const listeners = new Map<string, (event: { waitUntil(work: Promise<unknown>): void }) => void>();
    const self = {
      addEventListener: (kind: string, listener: () => void) => listeners.set(kind, listener),
      skipWaiting: () => done.push('waits for nobody'),
      registration: { unregister: () => done.push('is gone') },
    };
    const caches = { keys: async () => ['kept-b0', 'kept-b1'], delete: async (name: string) => done.push(name) };
    new Function('self', 'caches', answer.text)(self, caches);
    let work: Promise<unknown> = Promise.resolve();
    for (const kind of ['install', 'activate']) listeners.get(kind)?.({ waitUntil: running => (work = running) });
    await work;
    expect(done).toEqual(['waits for nobody', 'kept-b0', 'kept-b1', 'is gone']);
  });
});
