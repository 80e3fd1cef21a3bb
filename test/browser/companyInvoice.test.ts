import { expect, test } from '@jest/globals';
import { axeFaults } from '../support/axe.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, expectBill, orderAndPay, POINTS, stop } from '../support/journeySteps.ts';

const fixture = setUpBrowser({ speed: 10 });

test('A driver has the invoice made out to a company, and keeps all documents', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  driver.expects(/status of 422/);
  await orderAndPay(driver, POINTS.connected);
  await chargeFor(driver, 60);
  await stop(driver);
  await expectBill(driver);
  await driver.sees('Download invoice (PDF)');

  await driver.presses('link', 'To a company');
  await driver.sees('You can do this only once.', 'Company name');
  expect(await axeFaults(driver.page)).toEqual([]);
  await driver.types('Company name', 'Muster GmbH');
  await driver.types('Street and number', 'Hafenstraße 3');
  await driver.types('Postal code', '2045');
  await driver.types('City', 'Hamburg');
  await driver.types('VAT ID (optional)', 'DE 1234');
  await driver.follows('button', 'Check details');

  await driver.sees('There is a problem', 'The postal code does not match the country');
  expect(await driver.focused()).toContain('VAT ID not valid');
  expect(await axeFaults(driver.page)).toEqual([]);
  expect(await driver.valueOf('Company name')).toBe('Muster GmbH');
  await driver.types('Postal code', '20457');
  await driver.types('VAT ID (optional)', 'de 123 456 789');
  await driver.follows('button', 'Check details');

  await driver.sees('Are these details correct?', 'DE123456789', 'Germany');
  expect(await axeFaults(driver.page)).toEqual([]);
  await driver.follows('button', 'Create invoice');
  await driver.sees('The company invoice has been issued', 'cancelled');
  expect(await axeFaults(driver.page)).toEqual([]);

  await driver.follows('link', 'Back');
  await driver.sees('Charging completed', 'Download invoice (PDF)', 'cancelled');
  // The valid invoice is behind the button, the other documents are in the list.
  const files = await driver.page.$$eval('a[href*="/invoice"]', links => [
    ...new Set(links.map(link => (link as HTMLAnchorElement).href).filter(href => href.includes('/api/'))),
  ]);
  expect(files).toHaveLength(3);
  for (const file of files) expect((await (await fetch(file)).text()).slice(0, 5)).toBe('%PDF-');
  expect(await axeFaults(driver.page)).toEqual([]);
});
