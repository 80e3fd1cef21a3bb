import { expect, test } from '@jest/globals';
import { LOCALES } from '../../shared/model/locales.ts';
import { axeFaults } from '../support/axe.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { translator } from '../support/invoiceFacts.ts';
import { agree, inLanguage, POINTS } from '../support/journeySteps.ts';
import { PHONE } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 20 });

/** Height in CSS pixels of a summary with a heading of at most two lines and five links, each on its own line. */
const MAX_HEIGHT = 200;
/** Height in CSS pixels of a summary with a heading of one line and links on two lines. */
const THREE_LINES = 110;

test.each(LOCALES)('Five faults of an order fit above the form on a phone, in %s', async locale => {
  const driver = await fixture.enters({ locale, screen: PHONE });
  driver.expects(/status of 422/);
  await driver.go(inLanguage(driver, POINTS.neverPlugsIn));
  const t = (key: string) => translator(locale, key);
  await driver.page.type('[name="email"]', 'johanna@example.org');
  await driver.presses('button', t('payment.submitBinding'));
  await driver.sees(t('errorSummary.title'), t('validation.firstName.required.short'), t('validation.terms.short'));
  const { links, height, width } = await driver.page.$eval('[aria-labelledby="errors-title"]', box => ({
    links: [...box.querySelectorAll('a')].map(link => [link.hash, Math.round(link.getBoundingClientRect().height)] as const),
    height: box.getBoundingClientRect().height,
    width: window.innerWidth,
  }));
  const names = locale === 'hu' ? ['#lastName', '#firstName'] : ['#firstName', '#lastName'];
  expect(links.map(([hash]) => hash)).toEqual([...names, '#emailConfirmation', '#acceptTerms', '#acceptPrivacy']);
  expect(Math.min(...links.map(([, linkHeight]) => linkHeight))).toBeGreaterThanOrEqual(24);
  expect([width, height <= MAX_HEIGHT ? 'fits' : height]).toEqual([390, 'fits']);
  if (locale === 'de') expect(await axeFaults(driver.page)).toEqual([]);
});

test('Three faults of an order take three lines on a phone', async () => {
  const driver = await fixture.enters({ locale: 'de', screen: PHONE });
  driver.expects(/status of 422/);
  await driver.go(POINTS.neverPlugsIn);
  await agree(driver);
  await driver.presses('button', translator('de', 'payment.submitBinding'));
  await driver.sees(translator('de', 'errorSummary.title'));
  const { names, height } = await driver.page.$eval('[aria-labelledby="errors-title"]', box => ({
    names: [...box.querySelectorAll('li > a')].map(link => link.textContent),
    height: box.getBoundingClientRect().height,
  }));
  expect(names).toEqual(['Vorname fehlt', 'Nachname fehlt', 'E-Mail-Adresse fehlt']);
  expect(height).toBeLessThanOrEqual(THREE_LINES);
});
