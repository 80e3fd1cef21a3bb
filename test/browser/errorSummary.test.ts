import { expect, test } from '@jest/globals';
import { LOCALES } from '../../shared/model/locales.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { translator } from '../support/invoiceFacts.ts';
import { inLanguage, POINTS } from '../support/journeySteps.ts';
import { PHONE } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 20 });

/** Height in CSS pixels of a summary that leaves the first field in the first view of a phone. */
const MAX_HEIGHT = 260;

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
});
