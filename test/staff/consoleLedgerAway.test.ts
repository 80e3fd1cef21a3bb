import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type ObjectStoreServer, refuse, startObjectStore } from '../support/objectStore.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';
import { operatorCommand } from '../support/operatorCommand.ts';
import { finishedAt } from '../support/orders.ts';

/** Maximum time until a user gets a response. */
const LIMIT_MS = 6000;

describe('The books of a shop whose documents lie in an object store', () => {
  let bucket: ObjectStoreServer;
  let running: RunningApp;
  let petra: ConsoleVisitor;
  let month: string;
  let folder: string;
  let dataDir: string;
  const receipts: string[] = [];
  let env: Record<string, string>;
  beforeAll(async () => {
    bucket = await startObjectStore();
    folder = mkdtempSync(path.join(tmpdir(), 'books-'));
    const { endpoint, bucket: name, region, keyId, keySecret } = bucket.place;
    env = { DOCUMENTS_ENDPOINT: endpoint, DOCUMENTS_BUCKET: name, DOCUMENTS_REGION: region };
    Object.assign(env, { DOCUMENTS_KEY_ID: keyId, DOCUMENTS_KEY_SECRET: keySecret, DATEV_SUPPLIERS: 'blaufink=29098/55003' });
    dataDir = path.join(folder, 'data');
    running = await startApp({ env: { ...env, DATA_DIR: dataDir } });
    for (let n = 0; n < 2; n++)
      receipts.push((await finishedAt(running, { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' })).sessionId);
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    month = (await petra.get('/operator/books')).headers.get('location') ?? '';
    await until(
      async () => bucket.stored.size,
      size => size > 2,
    );
  }, 120_000);
  afterAll(async () => {
    await running.close();
    await bucket.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => bucket.setFault(null));

  const AWAY: Readonly<Record<string, Parameters<ObjectStoreServer['setFault']>[0]>> = {
    'does not answer': () => true,
    refuses: (_request, response) => Boolean(refuse(response, 503, 'SlowDown')),
    'cuts connections': request => Boolean(request.socket.destroy()),
  };
  const exported = async () => (await petra.page('/operator/audit')).match(/>Export(ieren)?<\/span>/g)?.length ?? 0;

  it.each(Object.keys(AWAY))(
    'say in words what is away when it %s, that nothing is lost, and how to go on',
    async how => {
      const before = await exported();
      for (const [language, words] of [
        [
          'en',
          ['Document files are unavailable at the moment', 'Documents and entries are unchanged', 'Try again', 'still export'],
        ],
        [
          'de',
          [
            'Die Belegdateien sind zurzeit nicht erreichbar',
            'Belege und Buchungen sind unverändert',
            'Erneut versuchen',
            'weiterhin',
          ],
        ],
      ] as const) {
        await petra.page(`${month}?language=${language}`);
        bucket.setFault(AWAY[how] ?? null);
        const requestedAt = performance.now();
        const answer = await petra.get(`${month}.zip`);
        const html = await answer.text();
        expect(performance.now() - requestedAt).toBeLessThan(LIMIT_MS);
        expect(answer.status).toBe(503);
        expect(answer.headers.get('content-disposition')).toBeNull();
        for (const word of words) expect(html).toContain(word);
        bucket.setFault(null);
      }
      expect(await exported()).toBe(before);
      const zip = Buffer.from(await (await petra.get(`${month}.zip`)).arrayBuffer());
      expect(zip.toString('latin1').split('PK\u0001\u0002')).toHaveLength(3);
    },
    60_000,
  );

  it('have receipts that drivers are asked to come again for, before a download has begun', async () => {
    const found = await Promise.all(
      receipts.map(async receipt => (await running.app.backend.getReceipt({ receipt })).found.receipt),
    );
    const download = () =>
      fetch(`${running.origin}/en/blaufink/receipts/results`, {
        method: 'POST',
        body: new URLSearchParams({ do: 'zip', pick1: found[0] ?? '', pick2: found[1] ?? '' }),
        headers: { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0', Cookie: 'locale=en', Origin: running.origin },
      });
    bucket.setFault(AWAY['cuts connections'] ?? null);
    const answer = await download();
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([409, null]);
    expect(await answer.text()).toContain('Not ready yet');
    bucket.setFault(null);
    expect(
      Buffer.from(await (await download()).arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  it('can be taken as lists and batches all the while', async () => {
    bucket.setFault(() => true);
    for (const ending of ['csv', 'extf?currency=EUR&supplier=blaufink', 'payouts'])
      expect([ending, (await petra.get(`${month}.${ending}`)).status]).toEqual([ending, 200]);
  });

  it('are told the same by command, which leaves a file as it was that is there already', async () => {
    const period = month.split('/').at(-1) ?? '';
    const out = path.join(folder, 'taken', 'documents.zip');
    const words = ['books', period, '--export', 'zip', '--out', out, '--who', 'Petra Lindqvist'];
    const command = () => operatorCommand({ dataDir }, { env, words });
    mkdirSync(path.dirname(out));
    writeFileSync(out, 'of last month');
    bucket.setFault(() => true);
    const requestedAt = performance.now();
    const output = await command();
    const failedAfterMs = performance.now() - requestedAt;
    expect(output).toMatch(/does not respond\. Nothing is lost.*Try again/);
    // The object storage fails after its first response, in the middle of the export.
    let answered = 0;
    bucket.setFault((request, response) => answered++ > 0 && AWAY.refuses?.(request, response, undefined) === true);
    expect(await command()).toMatch(/Nothing is lost/);
    expect([readFileSync(out, 'utf8'), readdirSync(path.dirname(out))]).toEqual(['of last month', ['documents.zip']]);
    bucket.setFault(null);
    const exportedAt = performance.now();
    expect(await command()).toBe(`Exported to ${out}.\n`);
    // The start of the command's process takes a while, so the limit is doubled. A command that waited for the storage would take
    // half a minute.
    expect(failedAfterMs - (performance.now() - exportedAt)).toBeLessThan(2 * LIMIT_MS);
    expect(readFileSync(out).subarray(0, 2).toString()).toBe('PK');
    expect(existsSync(`${out}.part`)).toBe(false);
  }, 60_000);
});
