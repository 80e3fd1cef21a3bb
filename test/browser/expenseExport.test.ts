import { expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { axeFaults } from '../support/axe.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import {
  chargeFor,
  download,
  expectBill,
  inLanguage,
  orderAndPay,
  POINTS,
  searchReceipt,
  stop,
} from '../support/journeySteps.ts';
import type { Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 10 });

const filesIn = (bytes: Buffer) => Object.keys(unzipSync(new Uint8Array(bytes)));
/** Returns the pixels between the error summary and the page heading below it, which the frame of the summary must not cover. */
const pixelsAboveHeading = ({ page }: Visitor) =>
  page.evaluate(() => {
    const [wrong, heading] = ['[aria-labelledby="errors-title"]', 'main h1'].map(part => document.querySelector(part));
    return (heading?.getBoundingClientRect().top ?? 0) - (wrong?.getBoundingClientRect().bottom ?? Infinity);
  });
async function find(visitor: Visitor, priceMinor: number) {
  await visitor.go(inLanguage(visitor, '/canarybolt/receipts'));
  await searchReceipt(visitor, { price: (priceMinor / 100).toFixed(2).replace('.', ','), digits: '4242' });
}

test('A driver hands receipts in by the keyboard, and a colleague without JavaScript', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  const prices: number[] = [];
  for (const [point, seconds] of [
    [POINTS.connected, 40],
    [POINTS.strongest, 80],
  ] as const) {
    await orderAndPay(driver, point);
    await chargeFor(driver, seconds);
    await stop(driver);
    prices.push(await expectBill(driver));
  }
  for (const price of prices) await find(driver, price);
  await driver.sees('2 Ladevorgänge, zusammen', '2 Belege ausgewählt, zusammen', 'Alle Belege (ZIP)');
  expect(await axeFaults(driver.page)).toEqual([]);
  const all = await download(driver, /Alle Belege/, 'button');
  expect([all.name, filesIn(all.bytes).length]).toEqual([expect.stringMatching(/^receipts-.*\.zip$/), 2]);

  await driver.page.focus('#pick2');
  await driver.page.keyboard.press('Space');
  await driver.sees('1 Beleg ausgewählt', 'Ausgewählte Belege (ZIP)');
  expect(filesIn((await download(driver, /Ausgewählte Belege/, 'button')).bytes)).toHaveLength(1);

  driver.expects(/status of 422/);
  await driver.types('E-Mail-Adresse', 'buchhaltung');
  await Promise.all([driver.page.waitForNavigation(), driver.page.keyboard.press('Enter')]);
  await driver.sees('Bitte geben Sie eine gültige E-Mail-Adresse ein', '1 Beleg ausgewählt');
  expect(await driver.valueOf('E-Mail-Adresse')).toBe('buchhaltung');
  expect(await pixelsAboveHeading(driver)).toBeGreaterThan(12);
  await driver.types('E-Mail-Adresse', 'buchhaltung@arbeitgeber.example');
  await Promise.all([driver.page.waitForNavigation(), driver.page.keyboard.press('Enter')]);
  await driver.sees('Die Belege sind unterwegs');
  expect(await driver.valueOf('E-Mail-Adresse')).toBe('');

  const colleague = await fixture.enters({ locale: 'hu', hasJavaScript: false });
  for (const price of prices) await find(colleague, price);
  await (await colleague.finds('checkbox', /2026/)).click();
  await colleague.sees('Kiválasztottak (ZIP)');
  expect(filesIn((await download(colleague, /Kiválasztottak/, 'button')).bytes)).toHaveLength(1);
  const list = await download(colleague, /Lista/, 'button');
  expect(list.bytes.toString()).toMatch(/^\ufeffDátum;Hely;kWh;/);
  await colleague.types('E-mail-cím', 'konyveles@munkaltato.example');
  await colleague.follows('button', 'Küldés');
  await colleague.sees('A bizonylatok úton vannak.');
});
