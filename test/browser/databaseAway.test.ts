import { afterEach, it } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { translator } from '../support/invoiceFacts.ts';
import { agree, expectDetails, fillInDetails } from '../support/journeySteps.ts';
import { lockDatabase } from '../support/lockDatabase.ts';

const fixture = setUpBrowser();
const POINT = '/blaufink/evse/DE*BLF*E1001*1';
const ORDER = translator('de', 'payment.submitBinding');

/** Releases the database lock even if the test fails. */
const lettingGo: (() => void)[] = [];
afterEach(() => {
  for (const letGo of lettingGo.splice(0)) letGo();
});

async function lock(): Promise<() => void> {
  const letGo = await lockDatabase(fixture.app().dataDir);
  lettingGo.push(letGo);
  return letGo;
}

it('A driver without JavaScript whose order nobody can take now sends it again as it was, at the press of a button', async () => {
  const driver = await fixture.enters({ hasJavaScript: false });
  driver.expects(/503/);
  await driver.go(POINT);
  await fillInDetails(driver);
  await agree(driver);
  const letGo = await lock();
  await driver.follows('button', ORDER);
  await driver.sees('Zurzeit nicht erreichbar', 'Ihre Eingaben bleiben erhalten und werden noch einmal gesendet.');
  letGo();
  await driver.follows('button', 'Erneut versuchen');
  await driver.sees(translator('de', 'sandbox.title'));
}, 60_000);

it('With JavaScript the driver is told so beside the form, which stays as it is', async () => {
  const driver = await fixture.enters();
  driver.expects(/503/);
  await driver.go(POINT);
  await fillInDetails(driver);
  await agree(driver);
  const letGo = await lock();
  await driver.presses('button', ORDER);
  await driver.sees('Zurzeit ist keine Zahlung möglich.');
  await expectDetails(driver);
  letGo();
}, 60_000);
