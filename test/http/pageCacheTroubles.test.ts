import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import supertest from 'supertest';
import type { Operator } from '../../server/operator/operator.ts';
import { DatabaseUnavailable } from '../../server/store/engine/unavailable.ts';
import { inDatabase } from '../support/inDatabase.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

let open: RunningApp;
beforeAll(async () => {
  open = await startApp({});
}, 60_000);
afterAll(() => open.close());

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const getPage = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  supertest(open.origin)
    .get(address)
    .set({ 'User-Agent': BROWSER, Accept: 'text/html', ...headers });

describe('Whoever comes again in the same words, while the database is away', () => {
  it('is told so in a page in their language', async () => {
    const backend = open.app.backend as Operator;
    const again = () => getPage('/en/blaufink', { Cookie: 'locale=en' });
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

describe('A page that is kept, of a database in a file', () => {
  const POINT = '/en/blaufink/evse/DE*BLF*E1001*1';
  /** Spelled otherwise, which is the same page at another address. */
  const SPELLED = POINT.replaceAll('*', '%2A');
  const read = async (address: string) => (await getPage(address, { Cookie: 'locale=en' })).text;
  const isFree = async (address: string) => !(await read(address)).includes('"state":"unavailable"');

  const writers: readonly [string, (file: string, statement: string) => Promise<unknown>][] = [
    ['another process', (file, statement) => promisify(execFile)(process.execPath, ['-e', writing(file, statement)])],
    ['another connection of this process', (file, statement) => inDatabase(path.dirname(file), db => db.exec(statement))],
  ];
  it.each(writers)('shows at once what %s writes', async (_, run) => {
    const file = path.join(open.config.dataDir, 'house.sqlite');
    for (const state of ['unavailable', 'available', 'unavailable', 'available']) {
      for (const address of [POINT, SPELLED, POINT, SPELLED]) await read(address);
      await run(
        file,
        `insert or replace into plugs (evse_id, connector, state, updated_at) values ('DE*BLF*E1001*1', '1', '${state}', 1)`,
      );
      expect([await isFree(POINT), await isFree(SPELLED)]).toEqual(Array(2).fill(state === 'available'));
    }
  });
});

const writing = (file: string, statement: string): string => `
  const { DatabaseSync } = require('node:sqlite');
  new DatabaseSync(${JSON.stringify(file)}, { timeout: 5000 }).exec(${JSON.stringify(statement)});`;
