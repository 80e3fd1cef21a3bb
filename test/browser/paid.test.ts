import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import {
  agree,
  CARDS,
  chargeFor,
  closeMessages,
  costOf,
  download,
  enterCard,
  expectBill,
  expectDetails,
  fillInDetails,
  order,
  searchReceipt,
  sessionPath,
  stop,
  unfold,
} from '../support/journeySteps.ts';

const fixture = setUpBrowser({ speed: 4 });

test('A driver finds the point, corrects a mistake, pays with 3-D Secure, charges, stops, and finds the receipt again', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  await driver.go('/');
  // The demo's home page shows six charging points as tiles, and below them a collapsed list of all points, which is opened here.
  await driver.page.locator('main details:has(a[href*="/evse/"]) > summary').click();
  await driver.follows('link', /Stockholmer Allee/);

  await driver.sees('Welcher Stecker?');
  await driver.presses('link', /Stecker 1/);
  await driver.sees('CCS, DC bis 150 kW', 'werden reserviert');

  await fillInDetails(driver, { lastName: 'Berger2', emailConfirmation: 'joanna@example.org' });
  await driver.presses('button', 'Kostenpflichtig laden');
  await driver.sees('Bitte prüfen Sie Ihre Angaben');
  expect(await driver.focused()).toContain('Der Name darf keine Ziffern enthalten');
  expect(await driver.focused()).toContain('E-Mail-Adressen sind verschieden');
  expect(await driver.focused()).toContain('AGB nicht akzeptiert');
  await driver.sees('Die E-Mail-Adressen stimmen nicht überein');
  expect(await driver.page.title()).toMatch(/^Fehler: /);
  await expectDetails(driver, { lastName: 'Berger2', emailConfirmation: 'joanna@example.org' });
  await driver.presses('link', 'Der Name darf keine Ziffern enthalten');
  expect(await driver.page.evaluate(() => document.activeElement?.id)).toBe('lastName');

  await fillInDetails(driver);
  await agree(driver);
  await order(driver);
  await enterCard(driver, CARDS.challenge);
  await driver.sees('Bestätigen Sie die Zahlung bei Ihrer Bank');
  await driver.follows('button', 'Bestätigen');

  await driver.sees('Ihr Ladevorgang wird gestartet', 'Zeit zum Anschließen', 'Fahrzeug anschließen');
  await driver.sees('Lädt', 'Kosten bis jetzt', 'reserviert');
  const page = await driver.page.evaluateHandle(() => document.body);
  const first = await costOf(driver);
  await chargeFor(driver, Math.max(60, first + 1));
  expect(await page.evaluate(body => body.isConnected)).toBe(true);

  await stop(driver);
  await driver.sees('Wird beendet…', 'Wir warten auf den letzten Zählerwert.');
  const price = await expectBill(driver);
  expect(price).toBeGreaterThanOrEqual(first);
  expect(await driver.focused()).toBe('Laden beendet');
  await driver.sees('Abgebucht von Karte mit Endziffern 3184', 'freigegeben.');
  const number = /Transaktions-ID:\s+([\d ]+)/.exec(await driver.text())?.[1];

  const invoice = await download(driver, 'Rechnung herunterladen (PDF)');
  expect(invoice.name).toMatch(/\.pdf$/);
  expect(invoice.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await unfold(driver, 'Geprüft');
  const calibration = await download(driver, 'Datensatz herunterladen');
  expect(calibration.bytes.toString()).toContain('OCMF|{');

  const session = sessionPath(driver);
  await closeMessages(driver);
  await driver.follows('link', 'Beleg suchen');
  await searchReceipt(driver, { price: (price / 100).toFixed(2).replace('.', ','), digits: '3184' });
  await driver.sees('Gefundene Ladevorgänge', '1 Ladevorgang, ', 'Stockholmer Allee 2-4');
  const again = await download(driver, /Rechnung R-\w+-\d{4}-\d{6} \(PDF\)/);
  expect(again.bytes.equals(invoice.bytes)).toBe(true);

  await driver.go(session);
  await driver.sees(`${number}`);
});

describe('The payment page', () => {
  const LONG_SESSION_POINT = '/blaufink/evse/DE*BLF*E1004*1';

  test('fits on two screens of a phone, with the first field on the first of them or just below', async () => {
    const driver = await fixture.enters({ locale: 'de' });
    await driver.page.setBypassCSP(true);
    await driver.go(LONG_SESSION_POINT);
    // A font that is as wide as phone fonts and the same on every machine.
    await driver.page.addStyleTag({ content: narrowType() });
    await driver.page.evaluate(() => document.fonts.load('1rem Narrow').then(() => document.fonts.ready));
    const [height, firstField] = await driver.page.evaluate(() => [
      document.documentElement.scrollHeight,
      Math.round((document.querySelector('input[required]')?.getBoundingClientRect().top ?? Infinity) + window.scrollY),
    ]);
    expect(height).toBeLessThanOrEqual(1700);
    expect(firstField).toBeLessThanOrEqual(900);
  });

  test.each([
    { where: 'with a name and an address', code: '/q/DE*BLF*E1001*1', limit: 6 },
    { where: 'where the payment page asks for the address', code: '/q/DE*CNB*E3002*1', limit: 4 },
  ])('leads from the code to charging in at most $most taps, $where', async ({ code, limit }) => {
    const driver = await fixture.enters({ locale: 'de' });
    let taps = 0;
    const tap = async (work: Promise<void>) => {
      await work;
      taps += 1;
    };
    /** Fills in all known fields at once, as a browser's autofill does. */
    const fillIn = () =>
      driver.page.evaluate(known => {
        const fields = [...document.querySelectorAll<HTMLInputElement>('input[autocomplete]:not([autocomplete=off])')];
        for (const field of fields) field.value = known[field.autocomplete] ?? '';
        return fields.length > 0;
      }, KNOWN);
    await driver.go(code);
    if (await fillIn()) taps += 1;
    const boxes = await driver.page.$$('input[type=checkbox]');
    for (const words of [/AGB/, /Datenschutzerklärung/].slice(0, boxes.length)) await tap(driver.presses('checkbox', words));
    await tap(driver.follows('button', 'Kostenpflichtig laden'));
    if (await fillIn()) taps += 1;
    await tap(driver.follows('button', /reservieren/));
    await driver.sees('Lädt');
    expect(taps).toBeLessThanOrEqual(limit);
  });
});

const KNOWN: Readonly<Record<string, string>> = {
  'given-name': 'Ada',
  'family-name': 'Lovelace',
  email: 'johanna@example.org',
};

function narrowType(): string {
  const fontOf = (file: string) => readFileSync(`node_modules/dejavu-fonts-ttf/ttf/${file}.ttf`).toString('base64');
  const face = (file: string, weight: string) =>
    `@font-face { font-family: Narrow; font-weight: ${weight}; src: url(data:font/ttf;base64,${fontOf(file)}) }`;
  const faces = [face('DejaVuSansCondensed', '400'), face('DejaVuSansCondensed-Bold', '600 700')];
  return `${faces.join('')} html:root { --font: Narrow }`;
}
