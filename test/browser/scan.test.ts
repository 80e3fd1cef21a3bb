import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { labelAddress } from '../../server/staff/stations/qrCode.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { filmOf } from '../support/cameraPicture.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'camera-'));
const film = path.join(folder, 'film.y4m');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EVSE = 'DE*BLF*E1002*1';
const STRANGER = 'https://menu.example/table/7';

const fixture = setUpBrowser(
  {},
  {
    args: ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
  },
);

declare global {
  interface Window {
    picturesRead: number;
  }
}

/** Runs in the page. Counts the camera pictures that the app's own QR code reader has processed. */
function countPicturesRead(): void {
  window.picturesRead = 0;
  const { getImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.getImageData = function (...rectangle) {
    window.picturesRead++;
    return getImageData.apply(this, rectangle);
  };
}

/**
 * Opens a visitor whose browser has a camera but no built-in QR code reader, as iPhones and Firefox. Records the loaded files.
 */
async function entersWithoutReader() {
  const driver = await fixture.enters();
  const loaded: string[] = [];
  driver.page.on('request', request => loaded.push(request.url()));
  await driver.page.evaluateOnNewDocument(() => Reflect.deleteProperty(window, 'BarcodeDetector'));
  await driver.page.evaluateOnNewDocument(countPicturesRead);
  return {
    driver,
    scripts: () => loaded.filter(address => address.endsWith('.js')).length,
    picturesRead: () => driver.page.evaluate(() => window.picturesRead),
  };
}

test('A driver whose browser reads no codes scans the label and is asked for the order', async () => {
  writeFileSync(film, filmOf([STRANGER, labelAddress('https://charge.example', EVSE)]));
  const { driver, scripts } = await entersWithoutReader();
  await driver.go('/blaufink');
  const before = scripts();
  await driver.presses('button', 'QR-Code scannen');
  await driver.sees('Kostenpflichtig laden');
  expect(driver.path()).toBe(`/blaufink/evse/${EVSE}`);
  expect(before).toBeGreaterThan(0);
});

test('A code of a stranger leads nowhere, and the reader was loaded only for the press', async () => {
  writeFileSync(film, filmOf([STRANGER]));
  const { driver, scripts, picturesRead } = await entersWithoutReader();
  await driver.go('/blaufink');
  const before = scripts();
  await driver.presses('button', 'QR-Code scannen');
  await driver.sees('Halten Sie die Kamera auf den QR-Code');
  await until(
    async () => scripts(),
    count => count > before,
  );
  const picturesBefore = await picturesRead();
  await until(picturesRead, count => count >= picturesBefore + 5);
  expect(driver.path()).toBe('/blaufink');
  await driver.presses('button', 'Kamera ausschalten');
  await driver.sees('QR-Code scannen');
});
