import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { createHttpDriver } from '../support/httpDriver.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';

const TOKEN = 'a-token-of-more-than-thirty-two-characters';

describe('The books of a running shop', () => {
  let running: RunningApp;
  let petra: ConsoleVisitor;
  let month: string;
  let document: string;
  const plainFetch = globalThis.fetch;
  beforeAll(async () => {
    running = await startApp({
      env: { OPERATOR_API_TOKEN: TOKEN, DATEV_SUPPLIERS: 'blaufink=29098/55003', BOOKS_ACCOUNT_HOLDER: 'blaufink' },
    });
    const driver = createHttpDriver(running.origin);
    const receipt = await driver.stops(await driver.charges({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' }));
    globalThis.fetch = plainFetch;
    document = receipt.documents[0]?.number ?? '';
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    month = (await petra.get('/operator/books')).headers.get('location') ?? '';
  }, 120_000);
  afterAll(() => running.close());

  it('show whether all three agree, and lead to the day and to each session', async () => {
    const html = await petra.page(`${month}?language=en`).then(() => petra.page(month));
    // Files come first, then the totals of each brand, then the check in one line.
    const order = ['.extf?', `${month}.csv`, `${month}.zip`, '>Totals<', 'No differences', '>By VAT rate<', '>Days<'].map(part =>
      html.indexOf(part),
    );
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(order[0]).toBeGreaterThan(0);
    expect(html).not.toContain('<h2 class="st st--');
    const [, totals = ''] = />Totals<\/h2>.*?<tbody>(.*?)<\/tbody>/s.exec(html) ?? [];
    expect(totals).toMatch(/supplier=blaufink">Blaufink Ladenetz<.*>no difference</s);
    // The page of one brand says the same.
    expect(await petra.page(`${month}?supplier=blaufink`)).toContain('No differences');
    expect(html).toContain('supplier=farnwald');
    expect(html).not.toContain('supplier=house');
    expect(html).toMatch(/<h1[^>]*>[A-Z][a-z]+ \d{4}<\/h1>/);
    const [, day = ''] = /<td><a href="(\/operator\/books\/\d{4}-\d{2}-\d{2})"/.exec(html) ?? [];
    expect(await petra.page(day)).toContain(document);
    expect((await petra.get('/operator/books/2026-13')).status).toBe(404);
    expect((await petra.get('/operator/books/nonsense')).status).toBe(404);
  });

  it('are taken along as a list, a booking batch and an archive, and the audit knows who took them', async () => {
    const csv = await petra.get(`${month}.csv`);
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename=sessions-[\d-]+\.csv$/);
    expect(await csv.text()).toContain(`;${document};`);
    const batch = await petra.get(`${month}.extf?currency=EUR&supplier=blaufink`);
    expect(batch.headers.get('content-disposition')).toContain('EXTF_Buchungsstapel_');
    expect(await batch.text()).toContain(document);
    const unset = await petra.get(`${month}.extf?currency=EUR&supplier=farnwald`);
    expect([unset.status, await unset.text()]).toEqual([409, expect.stringContaining('DATEV_SUPPLIERS=farnwald=29098/55003')]);
    expect(await (await petra.get(`${month}.csv?supplier=farnwald`)).text()).not.toContain(document);
    const zip = Buffer.from(await (await petra.get(`${month}.zip`)).arrayBuffer());
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    expect(zip.includes(`${document}.pdf`)).toBe(true);
    expect((await petra.get(`${month}.exe`)).status).toBe(404);
  });

  it('are packed for a tax audit: the lists and documents of each month of the year', async () => {
    const period = month.split('/').at(-1) ?? '';
    const year = period.slice(0, 4);
    expect(await petra.page(month)).toContain(`href="/operator/books/${year}.zip"`);
    expect((await petra.get(`/operator/books/${year}`)).status).toBe(404);
    expect((await petra.get(`/operator/books/${year}.csv`)).status).toBe(404);
    const answer = await petra.get(`/operator/books/${year}.zip`);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=year-${year}.zip`);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const months = Array.from({ length: Number(period.slice(5)) }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
    const lists = months.flatMap(name => [`${name}/sessions.csv`, `${name}/payouts.csv`]);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['contents.txt', ...lists, `${period}/${document}.pdf`]));
    const csv = Buffer.from(files[`${period}/sessions.csv`] ?? []).toString();
    expect(csv).toBe(Buffer.from(await (await petra.get(`${month}.csv`)).arrayBuffer()).toString());
    expect(
      Buffer.from(files[`${period}/${document}.pdf`] ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('have each export in the audit log', async () => {
    const audit = await petra.page('/operator/audit');
    expect(audit.match(/>Export<\/span>/g)?.length).toBeGreaterThanOrEqual(3);
    expect(await petra.page('/operator/audit?is=data')).not.toContain('>Export</span>');
  });

  it('become a report of the month and of the year, with charts, tables and files', async () => {
    const period = month.split('/').at(-1) ?? '';
    for (const name of [period, period.slice(0, 4)]) {
      const html = await petra.page(`/operator/reports/${name}`);
      expect(html).toContain('<h2');
      expect(html).toMatch(/<figcaption[^>]*>Energy: [\d.]+ kWh in total, most /);
      expect(html).toContain('Net revenue');
      expect(html).toContain('Price mix');
      expect(html).toMatch(/<a class="id"[^>]*>DE\*BLF\*E1001\*1<\/a>/);
      const [, point = ''] = /<a class="id" href="([^"]+)">DE\*BLF\*E1001\*1<\/a>/.exec(html) ?? [];
      expect((await petra.get(point)).status).toBe(200);
    }
    expect((await petra.get('/operator/reports')).headers.get('location')).toBe(`/operator/reports/${period}`);
    const csv = await petra.get(`/operator/reports/${period}.csv`);
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename=report-${period}.csv`);
    expect(await csv.text()).toMatch(/;blaufink;EUR;;;\d+,\d\d;/);
    expect(await (await petra.get(`/operator/reports/${period}.plugs?decimal=point`)).text()).toContain(',DE*BLF*E1001*1,1,1,');
    for (const wrong of ['2026-13', 'nonsense', `${period}.exe`, `${period}-01`])
      expect((await petra.get(`/operator/reports/${wrong}`)).status).toBe(404);
    expect(await petra.page('/operator/audit')).toContain('report');
  });

  it('stand beside the prices that drivers see, and what a session would cost', async () => {
    const html = await petra.page('/operator/prices');
    const [, address = ''] = /href="(\/operator\/prices\/[^"]+)"/.exec(html) ?? [];
    const estimate = await petra.page(`${address}?kwh=30&from=2026-11-22T22:00&min=90`);
    expect(estimate).toContain('Price calculator');
    expect(estimate).toMatch(/Total<\/dt><dd>[^<]*\d[.,]\d\d/);
    expect(estimate).toContain('of which 8.1% VAT');
    expect(await petra.page(month)).toContain('>DE 19%<');
    expect(await petra.page(`${address}?kwh=30&from=soon`)).toContain('cannot be calculated');
    expect((await petra.get('/operator/prices/nothing-like-it')).status).toBe(404);
  });

  const postCommand = (name: string, body: object, token: string | null) =>
    fetch(`${running.origin}/operator-api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });

  it('are told by the same command from afar, to whoever has the token', async () => {
    for (const token of [null, 'wrong', `${TOKEN}x`]) expect((await postCommand('books', {}, token)).status).toBe(401);
    const period = month.split('/').at(-1) ?? '';
    const result = await until(
      async () => (await (await postCommand('books', { options: { period } }, TOKEN)).json()) as { lines: string[] },
      ({ lines }) => lines.length > 1,
    );
    expect(result.lines.join('\n')).toContain('blaufink, EUR: 1 sessions, captured');
    const forPrograms = (await (await postCommand('books', { options: { period }, isJson: true }, TOKEN)).json()) as {
      data: object;
    };
    expect(forPrograms.data).toMatchObject({ period, sums: [{ sessions: 1, open: 0 }] });
    const refused = await postCommand(
      'refund',
      { options: { transaction: '1', amount: '1', reason: 'x', who: 'Ada Lovelace' } },
      TOKEN,
    );
    expect([refused.status, await refused.json()]).toEqual([409, { error: 'No session has this transaction number.' }]);
    expect((await postCommand('nothing', {}, TOKEN)).status).toBe(404);
    expect((await postCommand('constructor', {}, TOKEN)).status).toBe(404);
  });
});

describe('The command line from afar', () => {
  it('slows wrong tokens of one network down, and accepts the right one all the same', async () => {
    const running = await startApp({ env: { OPERATOR_API_TOKEN: TOKEN } });
    const post = (token: string) =>
      fetch(`${running.origin}/operator-api/list`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    try {
      const statuses: number[] = [];
      for (let n = 0; n < 25; n++) statuses.push((await post(`wrong ${n}`)).status);
      expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
      expect(Number((await post('wrong')).headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await post(TOKEN)).status).toBe(200);
    } finally {
      await running.close();
    }
  });

  it('is not there unless a token is set', async () => {
    const running = await startApp();
    try {
      const answer = await fetch(`${running.origin}/operator-api/list`, {
        method: 'POST',
        headers: { authorization: 'Bearer ' },
      });
      expect(answer.status).not.toBe(200);
    } finally {
      await running.close();
    }
  });
});
