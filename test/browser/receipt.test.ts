import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import {
  chargeFor,
  closeMessages,
  expectBill,
  orderAndPay,
  POINTS,
  searchReceipt,
  sessionPath,
  stop,
  unfold,
} from '../support/journeySteps.ts';
import { DESKTOP } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 10 });

test('A driver has the receipt sent again, is told that a price is the reservation, and opens the receipt by its link', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  await orderAndPay(driver, `${POINTS.connected}?plug=1`);
  await chargeFor(driver, 60);
  await stop(driver);
  await expectBill(driver);
  const session = `${fixture.app().origin}${sessionPath(driver)}`;

  await driver.go(session);
  await driver.sees('an Ihre E-Mail-Adresse gesendet');
  await driver.presses('button', 'Per E-Mail');
  await driver.sees('Der Beleg ist unterwegs');
  await driver.doesNotSee('johanna@example.org');

  await closeMessages(driver);
  await driver.follows('link', 'Beleg suchen');
  await searchReceipt(driver, { price: '20,00', digits: '4242' });
  await driver.sees('Kein Ladevorgang gefunden', 'Das könnte die Reservierung sein');
  await unfold(driver, 'Haben Sie den Link des Ladevorgangs?');
  await driver.types('Link des Ladevorgangs', 'das ist er wohl');
  await driver.follows('button', 'Ladevorgang öffnen');
  await driver.sees('Bitte fügen Sie den Link Ihres Ladevorgangs ein');
  driver.expects(/status of 422/);
  await driver.types('Link des Ladevorgangs', session);
  await driver.follows('button', 'Ladevorgang öffnen');
  await driver.sees('Laden beendet', 'Sie haben bezahlt');
  expect(driver.path()).toBe(new URL(session).pathname);

  const bookkeeper = await fixture.enters({ locale: 'hu', screen: DESKTOP, hasJavaScript: false });
  await bookkeeper.go('/hu/canarybolt/receipts');
  await unfold(bookkeeper, 'Megvan a töltés linkje?');
  await bookkeeper.types('A töltés linkje', session);
  await bookkeeper.follows('button', 'Töltés megnyitása');
  await bookkeeper.sees('elküldve az e-mail-címére');
  await bookkeeper.follows('button', 'E-mailben');
  await bookkeeper.comesToSee('elküldve az e-mail-címére');
  expect(bookkeeper.path()).toBe(`/hu${new URL(session).pathname}`);
});
