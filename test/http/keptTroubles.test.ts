import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import supertest from 'supertest';
import type { Operator } from '../../server/operator/operator.ts';
import { DatabaseUnavailable } from '../../server/operator/store/engine/unavailable.ts';
import { type RunningApp, startApp } from '../support/startApp.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp({});
}, 60_000);
afterAll(() => open.close());

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ask = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  supertest(open.origin)
    .get(address)
    .set({ 'User-Agent': BROWSER, Accept: 'text/html', ...headers });

describe('Whoever comes again in the same words, while the database is away', () => {
  it('is told so in a page in their language', async () => {
    const backend = open.app.backend as Operator;
    const again = () => ask('/en/blaufink', { Cookie: 'locale=en' });
    for (let time = 0; time < 3; time++) expect((await again()).status).toBe(200);

    const away = jest.spyOn(backend, 'catalogueVersion').mockRejectedValue(new DatabaseUnavailable('away'));
    try {
      const answer = await again();
      expect([answer.status, answer.headers['content-language']]).toEqual([503, 'en']);
      expect(answer.text).toContain('<html lang="en');
      expect(answer.headers['set-cookie']).toBeUndefined();
    } finally {
      away.mockRestore();
    }
    expect((await again()).status).toBe(200);
  });
});
