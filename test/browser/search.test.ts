import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { inLanguage, searchReceipt } from '../support/journeySteps.ts';

const fixture = setUpBrowser();

test.each([true, false])(
  'A driver is asked for the amount in the money of the country they charged in (JavaScript: %s)',
  async hasJavaScript => {
    const driver = await fixture.enters({ locale: 'de', hasJavaScript });
    const amountField = () => driver.finds('textbox', 'Abgebuchter Betrag');
    const readHint = async () => {
      const field = await amountField();
      const { description } = (await driver.page.accessibility.snapshot({ root: field })) ?? {};
      return description;
    };
    await driver.go(inLanguage(driver, '/canarybolt/receipts'));
    await driver.sees('Zum Beispiel 12,34, wie auf Ihrem Kontoauszug', 'Euro');

    await driver.page.select('[name=country]', 'hu');
    await driver.sees('Zum Beispiel 4.321, wie auf Ihrem Kontoauszug', 'Forint');
    await driver.doesNotSee('Euro');
    await driver.doesNotSee('12,34');
    expect(await readHint()).toBe('Zum Beispiel 4.321, wie auf Ihrem Kontoauszug Forint');

    await driver.page.select('[name=country]', 'ch');
    await driver.sees('Zum Beispiel 12.34, wie auf Ihrem Kontoauszug', 'Franken');
    await searchReceipt(driver, { price: '12.34', digits: '4242' });
    await driver.sees('Kein Ladevorgang gefunden', 'Zum Beispiel 12.34, wie auf Ihrem Kontoauszug', 'Franken');
    await driver.doesNotSee('Forint');
  },
);
