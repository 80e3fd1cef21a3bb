import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ElementHandle } from 'puppeteer';
import { axeFaults } from '../support/axe.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { isFineAtEverySize } from '../support/consoleSizes.ts';
import { isUpright, jpegSegments, PRIVATE_MARKS, phonePhoto } from '../support/photos.ts';
import { DESKTOP, PHONE, type Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser();
const folder = mkdtempSync(path.join(tmpdir(), 'photos-'));
const PHOTO = path.join(folder, 'IMG_0001.jpg');
beforeAll(async () => writeFileSync(PHOTO, await phonePhoto({ width: 3000, height: 2000 })));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OCCUPIED = '/en/farnwald/evse/DE*FRW*E2002*2?plug=1';
const APPEARANCES = [
  { screen: PHONE, scheme: 'light' },
  { screen: PHONE, scheme: 'dark' },
  { screen: DESKTOP, scheme: 'light' },
  { screen: DESKTOP, scheme: 'dark' },
] as const;

/** Checks the page in light and dark colours, on a phone and a wide screen. */
async function isAccessible({ page }: Visitor): Promise<void> {
  for (const { screen, scheme } of APPEARANCES) {
    await page.setViewport({ ...screen });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  await page.setViewport({ ...PHONE });
}

const choose = async ({ page }: Visitor, kind: string) => page.$eval(`[value=${kind}]`, input => (input as HTMLElement).click());
const attach = async ({ page }: Visitor) =>
  ((await page.$('input[type=file]')) as ElementHandle<HTMLInputElement>).uploadFile(PHOTO);
const isUnfolded = async ({ page }: Visitor) => page.$eval('form details', details => (details as HTMLDetailsElement).open);
const storedPhotos = (): Buffer[] => {
  const db = new DatabaseSync(path.join(fixture.app().dataDir, 'house.sqlite'), { readOnly: true });
  const rows = db.prepare('select bytes from fault_photos').all() as { bytes: Uint8Array }[];
  db.close();
  return rows.map(({ bytes }) => Buffer.from(bytes));
};

test('A driver without JavaScript reports a fault with a photo, after correcting the form', async () => {
  const driver = await fixture.enters({ locale: 'en', hasJavaScript: false });
  driver.expects(/status of 422/);
  await driver.go(OCCUPIED);
  await driver.sees('No car here?');
  await driver.follows('link', 'Report a fault');
  expect(await isUnfolded(driver)).toBe(false);
  await driver.page.click('form summary');
  await driver.types('Email address for an answer (optional)', 'ada@');
  await attach(driver);
  await driver.follows('button', 'Send the report');
  await driver.sees('Choose what is wrong', 'Please choose the photo again.');
  expect(await isUnfolded(driver)).toBe(true);
  expect(await driver.valueOf('Email address for an answer (optional)')).toBe('ada@');
  await choose(driver, 'plug');
  await driver.types('Email address for an answer (optional)', 'ada@example.org');
  await driver.types('What did you see? (optional)', 'The cable is torn.');
  await attach(driver);
  await driver.follows('button', 'Send the report');
  await driver.sees('Thank you for your report', 'we answer you by email', 'Free nearby');
  const [photo = Buffer.alloc(0), ...others] = storedPhotos();
  expect(others).toEqual([]);
  for (const mark of [...PRIVATE_MARKS, 'Exif', 'GPS', 'ns.adobe.com', '8BIM', 'ICC_PROFILE'])
    expect([mark, photo.includes(mark, 0, 'latin1')]).toEqual([mark, false]);
  expect(jpegSegments(photo)).toEqual({ names: ['DQT', 'SOF0', 'DHT', 'SOS'], trailing: 0 });
  expect(await isUpright(photo)).toBe(true);
}, 60_000);

test('The pages of a report are accessible, and a driver in danger first learns whom to call', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  driver.expects(/status of 422/);
  await driver.go(OCCUPIED);
  await driver.presses('link', 'Report a fault');
  await driver.sees('What is wrong?');
  expect(await driver.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1250);
  await driver.doesNotSee('Call first');
  await isAccessible(driver);
  await choose(driver, 'danger');
  await driver.sees('Call first', 'Emergency 112');
  await isAccessible(driver);
  await driver.follows('button', 'Send the report');
  await driver.sees('Thank you for your report');
  await isAccessible(driver);
  await driver.presses('link', 'Back to the charging point');
  await driver.presses('link', 'Report a fault');
  await driver.sees('What is wrong?');
  await driver.follows('button', 'Send the report');
  await driver.sees('Choose what is wrong');
  await isAccessible(driver);
}, 120_000);

test('Staff see the photo, answer, and close the reports', async () => {
  const { page } = await fixture.enters({ locale: 'en' });
  const press = async (words: string): Promise<void> => {
    const [found] = await page.$$(`::-p-xpath(//main//*[self::a or self::button][normalize-space()='${words}'])`);
    if (!found) throw new Error(`Nothing to press says ${words}: ${page.url()}`);
    await Promise.all([page.waitForNavigation(), found.click()]);
  };
  const text = (): Promise<string> => page.$eval('main', main => (main as HTMLElement).innerText);
  await page.goto(`${fixture.app().origin}/operator/sign-in`);
  await Promise.all([page.waitForNavigation(), page.click('main button')]);
  expect(await text()).toMatch(/Danger · .+ · 2 reports/);
  await press('View reports');
  expect(await text()).toMatch(/Fault reports \(2\).*The cable is torn\./s);
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.faults img')?.naturalWidth === 1600);
  await isFineAtEverySize(page, 'point-faults');
  await press('Answer …');
  await isFineAtEverySize(page, 'fault-answer');
  await page.type('#words', 'Thank you. It is repaired.');
  await press('Send answer');
  expect(await text()).toContain('The answer is sent by email.');
  await press('Close reports …');
  await isFineAtEverySize(page, 'faults-close');
  await page.click('input[name=outcome][value=fixed]');
  await page.type('#reason', 'Cable replaced');
  await press('Close reports');
  expect(await text()).toContain('The fault reports are closed.');
}, 120_000);
