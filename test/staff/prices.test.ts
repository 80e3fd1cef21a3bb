import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { CLIENT, type Shop, shopWith, tariffOf } from '../support/manyPoints.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

const [POINTS, TARIFFS, AT_ONCE] = [600, 60, 20];
const PLAIN = '/operator/prices/DE*BLF*plain';
const CHANGE = `${PLAIN}/change`;
const START = { date: '2027-06-01', time: '00:00', reason: 'Grid fees', price1: '0.57' };

/** Gives two tariffs a night price on every day, because those of the demo differ by weekday. */
function sellByHours(folder: string): void {
  const file = path.join(folder, 'tariffs/blaufink.json');
  const tariffs = JSON.parse(readFileSync(file, 'utf8')) as { id: string; elements: object[] }[];
  const element = (price: number, restrictions: object) => ({
    price_components: [{ type: 'ENERGY', price, vat: 19, step_size: 1 }],
    restrictions,
  });
  const hours = (night: number, day: number) => [
    element(night, { start_time: '22:00', end_time: '06:00' }),
    element(day, { start_time: '06:00', end_time: '22:00' }),
  ];
  const steps = new Map([
    [tariffOf(0), hours(0.3, 0.5)],
    [tariffOf(1), hours(0.3, 0.4)],
  ]);
  writeFileSync(file, JSON.stringify(tariffs.map(tariff => ({ ...tariff, elements: steps.get(tariff.id) ?? tariff.elements }))));
}

let shop: Shop;
let running: RunningApp;
let petra: ConsoleVisitor;
beforeAll(async () => {
  shop = shopWith(POINTS, { tariffs: TARIFFS });
  sellByHours(shop.folder);
  running = await startApp({ env: { OPERATOR_DATA: shop.folder } });
  petra = new ConsoleVisitor(running.origin);
  await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
  await petra.get('/operator/prices?language=en');
});
afterAll(async () => {
  await running.close();
  shop.close();
});

const tariffsOn = (html: string) =>
  [...html.matchAll(/<li><a href="\/operator\/prices\/([^"?]+)"/g)].map(([, id = '']) => decodeURIComponent(id));

describe('Prices of many points and tariffs', () => {
  const nextOn = (html: string) =>
    /<nav class="pages"[\s\S]*?href="(\/operator\/prices\?after=[^"]+)"[\s\S]*?<\/nav>/
      .exec(html)?.[1]
      ?.replaceAll('&amp;', '&') ?? null;

  it('are shown twenty at a time, each tariff once, on pages that do not grow', async () => {
    const seen: string[] = [];
    let pages = 0;
    for (let address: string | null = '/operator/prices'; address !== null; pages++) {
      const html: string = await petra.page(address);
      expect(html.length).toBeLessThan(80_000);
      const tariffs = tariffsOn(html);
      expect(tariffs.length).toBeLessThanOrEqual(AT_ONCE);
      seen.push(...tariffs);
      address = nextOn(html);
    }
    expect(pages).toBe(Math.ceil(seen.length / AT_ONCE));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(Array.from({ length: TARIFFS }, (_, n) => `DE*BLF*${tariffOf(n)}`)));
  });

  it('show a price that changes during the day as a strip, on one scale, and any other as a number', async () => {
    const brands = ['DE*BLF*MANY-0000', 'DE*CNB', 'DE*FRW'];
    const pages = await Promise.all(brands.map(brand => petra.page(`/operator/prices?find=${brand}`)));
    const rows = pages.join('').match(/<li><a href="\/operator\/prices\/[\s\S]*?<\/li>/g) ?? [];
    const heights = new Map<string, string>();
    let [strips, numbers] = [0, 0];
    for (const row of rows) {
      const [, label] = /role="img" aria-label="Today per kWh: ([^"]+)\. Now \d\d:\d\d\."/.exec(row) ?? [];
      if (label === undefined) {
        expect(row).toMatch(/<span>[^<]*( is free| per minute|\d per kWh all day)<\/span>/);
        numbers++;
        continue;
      }
      strips++;
      const steps = [...label.matchAll(/\d\d:\d\d–\d\d:\d\d, (\D?[\d.]+)/g)].map(([, price = '']) => price);
      expect(new Set(steps).size).toBeGreaterThan(1);
      const drawn = [...row.matchAll(/data-part="step"[^>]* height="([\d.]+)%"/g)].map(([, height = '']) => height);
      expect(drawn.length).toBe(steps.length);
      for (const [at, price] of steps.entries()) {
        expect([price, drawn[at]]).toEqual([price, heights.get(price) ?? drawn[at]]);
        heights.set(price, drawn[at] ?? '');
      }
    }
    expect(Math.min(strips, numbers, heights.size)).toBeGreaterThan(1);
  });

  it('are found by tariff, address and EVSE ID', async () => {
    const found = async (find: string) => tariffsOn(await petra.page(`/operator/prices?${new URLSearchParams({ find })}`));
    expect(await found('blf*PLAIN')).toEqual(['DE*BLF*plain']);
    expect(await found('de blf e1001 1')).toEqual(['DE*BLF*plain']);
    expect((await found('köln')).length + (await found('Köln')).length).toBeGreaterThan(0);
    expect(await found('%')).toEqual([]);
    expect(await petra.page('/operator/prices?find=nowhere')).toContain('No tariffs');
  });

  it('are calculated on the page of a tariff', async () => {
    const estimate = await petra.page(`${PLAIN}?kwh=30&from=2026-11-22T22:00`);
    expect(estimate).toMatch(/Total<\/dt><dd>[^<]*\d[.,]\d\d/);
  });

  it('and a brand tells how many points it sells', async () => {
    const html = await petra.page(`/operator/brands/${CLIENT}`);
    expect(Number(/(\d+) (?:charging )?points/.exec(html)?.[1])).toBeGreaterThan(POINTS);
  });
});

describe('A change of prices in the console', () => {
  const sent = (values: Readonly<Record<string, string>>) => petra.send(CHANGE, values, CHANGE);

  it('is checked before it is made: unreadable input is refused with what was typed', async () => {
    for (const wrong of [{ price1: '-3' }, { price1: 'free' }, { date: '2020-01-01' }, { reason: ' ' }, { price1: '0.49' }]) {
      const response = await sent({ ...START, ...wrong, step: 'check' });
      expect([wrong, response.status]).toEqual([wrong, 422]);
    }
    const refused = await (await sent({ ...START, price1: '<b>', step: 'check' })).text();
    expect(refused).toContain('value="&lt;b&gt;"');
  });

  it('names all faults at once, each at its field, and shows what was typed', async () => {
    const html = await (await sent({ ...START, price1: 'abc', date: '', reason: '', step: 'check' })).text();
    const invalid = [...html.matchAll(/<input[^>]*aria-invalid="true"[^>]*>/g)].map(([input]) => input);
    expect(invalid.map(input => /id="([^"]+)"/.exec(input)?.[1])).toEqual(['price1', 'date', 'reason']);
    for (const input of invalid) {
      const [, fault = ''] = /aria-describedby="(\S+-fault)/.exec(input) ?? [];
      expect(html).toContain(`id="${fault}"`);
    }
    expect(html).toContain('value="abc"');
    expect(html).not.toContain('Not possible at the moment');
    const past = await (await sent({ ...START, price1: 'abc', date: '2020-01-01', step: 'check' })).text();
    expect([...past.matchAll(/id="(\w+)-fault"/g)].map(([, id]) => id)).toEqual(['price1', 'date']);
  });

  it('is checked by Enter: the first button of the form is not the one that adds a row', async () => {
    const [, form = ''] = /<form[^>]*change"[^>]*>([\s\S]*?)<\/form>/.exec(await petra.page(CHANGE)) ?? [];
    expect(/<button[^>]*value="(\w+)"/.exec(form)?.[1]).toBe('check');
  });

  it('shows a warning about a high price just above the button', async () => {
    const checked = await (await sent({ ...START, price1: '9.99', step: 'check' })).text();
    expect(checked).toMatch(/A price is unusually high<\/b><\/div><form/);
  });

  it('shows week and cost before and after, is made once, and is withdrawn', async () => {
    const checked = await (await sent({ ...START, step: 'check' })).text();
    expect(checked).toMatch(/20 kWh then cost[\s\S]*9\.80[\s\S]*11\.40[\s\S]*\+€?1\.60/);
    const hidden = Object.fromEntries(
      [...checked.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    const saved = await petra.post(CHANGE, { ...hidden, step: 'save' });
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${PLAIN}?done=change`]);
    expect((await petra.post(CHANGE, { ...hidden, step: 'save' })).status).toBe(303);
    expect(await petra.page(`${PLAIN}?done=change`)).toMatch(/The new prices apply from [^<]*0?1[^<]*2027/);
    const page = await petra.page(PLAIN);
    expect(page).toContain('Grid fees');
    expect(page).toMatch(/aria-label="[^"]*0\.57[^"]*before: [^"]*0\.49/);

    // A form that was open before the change was made names the change.
    const stale = await petra.post(CHANGE, { ...hidden, form: hidden.form ?? '', price1: '0.61', step: 'check' });
    const conflict = await stale.text();
    expect(stale.status).toBe(409);
    expect(conflict).toMatch(/Grid fees[\s\S]*0\.61/);

    const withdraw = /href="(\/operator\/prices\/[^"]+\/withdraw\?[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await petra.send(withdraw, { reason: 'A mistake' })).status).toBe(303);
    expect(await petra.page(PLAIN)).toContain('No price change scheduled');
  });

  it('says in which two phases of a session the two prices of a blocking fee are due', async () => {
    const names = async (page: string) =>
      [...page.matchAll(/<th scope="row">([\s\S]*?)<\/th>/g)].map(([, name = '']) => name.replace(/<[^>]+>/g, ' ').trim());
    const english = await names(await petra.page('/operator/prices/DE*FRW*blocking/change'));
    expect(new Set(english).size).toBe(english.length);
    expect(english.filter(name => name.includes('while charging, from 240 min'))).toHaveLength(1);
    expect(english.filter(name => name.includes('while not charging, from 240 min'))).toHaveLength(1);
    await petra.get('/operator/prices?language=de');
    const german = await names(await petra.page('/operator/prices/DE*FRW*blocking/change'));
    await petra.get('/operator/prices?language=en');
    expect(german.filter(name => name.includes('während des Ladens, ab 240 min'))).toHaveLength(1);
    expect(german.filter(name => name.includes('solange nicht geladen wird, ab 240 min'))).toHaveLength(1);
  });

  it('names each price per kWh by the days and times at which the price applies, in the order of the week', async () => {
    const html = await petra.page('/operator/prices/DE*CNB*night/change');
    const names = [...html.matchAll(/<label for="price\d+">([\s\S]*?)<\/label>/g)].map(([, name = '']) =>
      name.replace(/<[^>]+>/g, ''),
    );
    expect(names).toEqual([
      'Energy, per kWh Mon–Fri 22:00–06:00',
      'Energy, per kWh Mon–Fri 06:00–22:00',
      'Energy, per kWh Sat–Sun',
    ]);
  });

  it('adds rows for certain hours without losing what was typed', async () => {
    const added = await (await sent({ ...START, step: 'add' })).text();
    expect(added).toContain('name="added0"');
    expect(added).toContain('value="0.57"');
    const more = { added: '1', days0: 'monday-friday', from0: '16:00', to0: '20:00', added0: '0.79' };
    expect(await (await sent({ ...START, ...more, step: 'check' })).text()).toContain('0.79');
  });
});
