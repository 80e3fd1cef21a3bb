import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { openBrowser } from '../support/chromium.ts';
import { isFineAtEverySize } from '../support/consoleSizes.ts';
import { openStationShop, SOLD_AT_STATION, type StationShop } from '../support/stationShop.ts';
import { until } from '../support/until.ts';

const POINT = 'DE*BLF*E1003*1';

describe('The console’s pages of stations, which have no script', () => {
  let shop: StationShop;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openStationShop(), openBrowser()]);
    page = await browser.newPage();
    const petra = await shop.visitor('Petra Lindqvist', 'act');
    for (const [name, value] of petra.cookies) await browser.setCookie({ name, value, domain: '127.0.0.1', path: '/' });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  const goTo = (path: string) => page.goto(shop.running.origin + path);
  const press = async (words: string): Promise<void> => {
    const [found] = await page.$$(`::-p-xpath(//main//*[self::a or self::button][normalize-space()='${words}'])`);
    if (!found) throw new Error(`Nothing to press says ${words}: ${page.url()}`);
    await Promise.all([page.waitForNavigation(), found.click()]);
  };
  const text = (): Promise<string> => page.$eval('main', main => (main as HTMLElement).innerText);

  it('let somebody add a station, switch a point off, connect, and print labels', async () => {
    await shop.plugIn('nobody has said this');
    await until(
      () => goTo('/operator/stations').then(text),
      shown => shown.includes('HOTEL 1'),
    );
    await press('Add station');
    await isFineAtEverySize(page, 'station-add');
    await page.type('#identity', 'HOTEL 1');
    await press('Add and show password');
    await isFineAtEverySize(page, 'station-access');
    const password = await page.$eval('main dd.mono + dd, main dl > div:last-child dd', dd => dd.textContent ?? '');
    expect(password).toHaveLength(40);
    await shop.stations.end('HOTEL 1');
    await shop.plugIn(password);
    await press('View station');
    await until(
      () => page.reload().then(text),
      shown => /connected/.test(shown) && !/Last restart\s+never/.test(shown),
    );
    expect(await text()).toContain(SOLD_AT_STATION);
    await isFineAtEverySize(page, 'station');
    await page.click('main details.more > summary');
    await press('New password …');
    await isFineAtEverySize(page, 'new-password');
    const station = '/operator/stations/ocpp/HOTEL%201';
    for (const name of ['restart', 'out-of-service', 'in-service', 'trigger', 'change-password', 'limit', 'limit/remove']) {
      await goTo(`${station}/${name}`);
      await isFineAtEverySize(page, `station-${name.replace('/', '-')}`);
    }
    await goTo(`${station}/settings/read`);
    await isFineAtEverySize(page, 'station-settings-read');
    await press('Read settings');
    await until(
      () => page.reload().then(text),
      shown => /\d+ settings/.test(shown) && !shown.includes('still sending'),
    );
    const groups = await page.$$eval('main details.more > summary', each => each.map(({ textContent }) => textContent ?? ''));
    expect(groups.filter(group => /^TxCtrlr \d+$/.test(group.trim()))).toHaveLength(1);
    await isFineAtEverySize(page, 'station-settings');
    await goTo(`${station}/messages`);
    await page.click('main .log summary');
    await isFineAtEverySize(page, 'station-messages');
    await goTo(`${station}/messages?is=commands`);
    const directions = await page.$$eval('main .log summary .vh', each => each.map(({ textContent }) => textContent));
    expect(new Set(directions)).toEqual(new Set(['sent']));
    await page.setViewport({ width: 390, height: 844 });
    await goTo('/operator/sessions');
    const [label = 0, form = 1] = await page.$$eval('.find, .find label[for=q]', each =>
      each.map(element => element.getBoundingClientRect().width).toSorted((one, other) => one - other),
    );
    expect(label).toBe(form);
    await page.setViewport({ width: 1280, height: 900 });

    await goTo('/operator/stations');
    await press('Add several');
    await isFineAtEverySize(page, 'station-list');
    await page.type('#list', 'HOTEL 1\nHOTEL 7;1.6\nHOTEL 8');
    await press('Add and show passwords');
    expect(await text()).toContain('Already added: HOTEL 1.');
    expect(await page.$eval('#list', field => (field as HTMLTextAreaElement).value)).toBe('HOTEL 1\nHOTEL 7;1.6\nHOTEL 8');
    await page.$eval('#list', field => {
      (field as HTMLTextAreaElement).value = 'HOTEL 7;1.6\nHOTEL 8';
    });
    await press('Add and show passwords');
    expect(await text()).toContain('2 stations added');
    await isFineAtEverySize(page, 'station-accesses');
    const shown = await page.$$eval('main dd', cells => cells.map(cell => cell.textContent));
    const file = await page.$eval('a[download]', link =>
      decodeURIComponent((link as HTMLAnchorElement).href.split(',')[1] ?? ''),
    );
    const saved = file
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map(row => row.split(';').at(-1));
    expect(saved).toEqual(shown);
    expect(saved.map(password => password?.length)).toEqual([40, 40]);

    await goTo(`/operator/stations/points/${POINT}`);
    await isFineAtEverySize(page, 'point');
    await goTo(`/operator/stations/points/${POINT}/switch-off`);
    await page.type('#reason', 'Ground fault');
    await press('Disable');
    expect(await page.$eval('[role=status]', note => note.textContent)).toContain(`${POINT} is disabled.`);
    await isFineAtEverySize(page, 'point-off');

    await goTo('/operator/stations/connect');
    await isFineAtEverySize(page, 'connect');
    await page.type('#name', 'town');
    await page.type('#url', shop.cpo.versionsUrl);
    await page.type('#token', 'wrong');
    await page.type('#parties', 'DE*CPO');
    await press('Connect');
    expect(await text()).toContain('The partner rejected the token.');
    await isFineAtEverySize(page, 'connect-refused');
    await shop.cpo.invite('token-of-the-peer');
    await page.$eval('#token', input => {
      (input as HTMLInputElement).value = 'token-of-the-peer';
    });
    await press('Connect');
    await until(
      () => page.reload().then(text),
      shown => /EVSEs offered\s+[1-9]/.test(shown),
    );
    await isFineAtEverySize(page, 'connection');
    await goTo('/operator/stations');
    await isFineAtEverySize(page, 'stations');
    await goTo('/operator');
    await isFineAtEverySize(page, 'today-stations');
    await goTo('/operator/labels?at=K%C3%B6ln%2C+Neumarkt+18-24');
    await isFineAtEverySize(page, 'labels');
    await goTo('/operator/stations?language=de');
    await isFineAtEverySize(page, 'stations-de');
  }, 300_000);
});
