import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { CLIENT, type Shop, shopWith, tariffOf } from '../support/manyPoints.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

const [POINTS, TARIFFS, AT_ONCE] = [600, 60, 20];

describe('Prices of many points and tariffs', () => {
  let shop: Shop;
  let running: RunningApp;
  let petra: ConsoleVisitor;
  beforeAll(async () => {
    shop = shopWith(POINTS, { tariffs: TARIFFS });
    running = await startApp({ env: { OPERATOR_DATA: shop.folder } });
    petra = new ConsoleVisitor(running.origin);
    await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    await petra.get('/operator?language=en');
  });
  afterAll(async () => {
    await running.close();
    shop.close();
  });

  const listOn = (html: string) => /<nav class="filters".*?<\/nav>/s.exec(html)?.[0] ?? '';
  const tariffsOn = (html: string) =>
    [...listOn(html).matchAll(/href="\/operator\/prices\/([^"?]+)/g)].map(([, id = '']) => decodeURIComponent(id));
  const nextOn = (html: string) =>
    /href="(\/operator\/prices\?after=[^"]+)"/.exec(listOn(html))?.[1]?.replaceAll('&amp;', '&') ?? null;

  it('are shown twenty at a time, each tariff once, on pages that do not grow', async () => {
    const seen: string[] = [];
    let pages = 0;
    for (let address: string | null = '/operator/prices'; address !== null; pages++) {
      const html: string = await petra.page(address);
      expect(html.length).toBeLessThan(60_000);
      const tariffs = tariffsOn(html);
      expect(tariffs.length).toBeLessThanOrEqual(AT_ONCE);
      seen.push(...tariffs);
      address = nextOn(html);
    }
    expect(pages).toBe(Math.ceil(seen.length / AT_ONCE));
    expect(seen).toEqual([...new Set(seen)].toSorted());
    expect(seen).toEqual(expect.arrayContaining(Array.from({ length: TARIFFS }, (_, n) => `DE*BLF*${tariffOf(n)}`)));
  });

  it('keep their page while a tariff is looked at and calculated, and lead back to the first one', async () => {
    const second = await petra.page(nextOn(await petra.page('/operator/prices')) ?? '');
    const tariff = tariffsOn(second).find(id => id.includes('MANY')) ?? '';
    const address = /href="(\/operator\/prices\/[^"?]*MANY[^"]+)"/.exec(second)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const shown = await petra.page(address);
    expect(tariffsOn(shown)).toEqual(tariffsOn(second));
    expect(shown).toContain(`${tariff}: driver view`);
    expect(shown).toMatch(/<input type="hidden" name="after" value="[^"]+"/);
    expect(shown).toContain('Back to start');
    expect(shown).toContain('More tariffs');
    const estimate = await petra.page(`${address}&kwh=30&from=2026-11-22T22:00`);
    expect(estimate).toMatch(/Total<\/dt><dd>[^<]*\d[.,]\d\d/);
    expect(tariffsOn(estimate)).toEqual(tariffsOn(second));
  });

  it('and a brand tells how many points it sells', async () => {
    const html = await petra.page(`/operator/brands/${CLIENT}`);
    expect(Number(/(\d+) (?:charging )?points/.exec(html)?.[1])).toBeGreaterThan(POINTS);
  });
});
