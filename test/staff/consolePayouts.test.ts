import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../shared/model/time.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { createHttpDriver } from '../support/httpDriver.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';
import { createShiftedClock } from '../support/shiftedClock.ts';

describe('What the provider has paid out', () => {
  let running: RunningApp;
  let petra: ConsoleVisitor;
  const plainFetch = globalThis.fetch;
  const clock = createShiftedClock('2026-11-10T10:00:00Z');
  beforeAll(async () => {
    running = await startApp({ clock });
    const driver = createHttpDriver(running.origin);
    await driver.stops(await driver.charges({ clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' }));
    globalThis.fetch = plainFetch;
    // The demo's payment provider pays out the next morning. The app reads the payout in the night after.
    clock.shift(36 * HOUR_MS);
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
  }, 120_000);
  afterAll(() => running.close());

  it('stands in the month’s books by the next night, with its fees, and every row of it is ours', async () => {
    await petra.get('/operator?language=en');
    const html = await until(
      () => petra.page('/operator/books/2026-11'),
      page => page.includes('sbx_po_'),
    );
    expect(html).toContain('sbx_po_2026-11-10_EUR');
    expect(html).toContain('the only item');
    expect(html).not.toMatch(/Unknown capture|unknown payment/);
    expect(html).toMatch(/Paid out/);
  });

  it('is taken along row by row, and the audit knows who took it', async () => {
    expect(await petra.page('/operator/books/2026-11')).toContain('href="/operator/books/2026-11.payouts"');
    const csv = await petra.get('/operator/books/2026-11.payouts?decimal=point');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename=payouts-2026-11.csv');
    const [heads, row] = (await csv.text()).trim().split('\r\n');
    expect(heads).toContain('payout,arrived,state');
    expect(row).toMatch(/^sbx_po_2026-11-10_EUR,2026-11-11,paid,EUR,.*,capture,sbx_.*,\d{9},\d+\.\d\d,\d+\.\d\d,yes,blaufink$/);
    expect(await petra.page('/operator/audit')).toContain('>Export</span>');
  });

  it('speaks German too', async () => {
    await petra.get('/operator?language=de');
    const html = await petra.page('/operator/books/2026-11');
    for (const words of ['Auszahlungen des Zahlungsanbieters', 'der einzige Posten', 'Auszahlungen mit allen Posten'])
      expect(html).toContain(words);
  });
});
