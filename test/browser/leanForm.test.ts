import { expect, test } from '@jest/globals';
import type { ElementHandle } from 'puppeteer';
import { setUpBrowser } from '../support/browserFixture.ts';
import { CARDS, enterCard } from '../support/journeySteps.ts';
import { PHONE, type Role, type Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser();

/** Performs the steps of a driver and counts taps and filled fields. */
function counting(driver: Visitor) {
  const counted = { taps: 0, fields: 0 };
  return {
    counted,
    async follows(role: Role, name: string | RegExp) {
      counted.taps += 1;
      await driver.follows(role, name);
    },
    async ticks() {
      // A form with a second consent would need a second tap.
      expect(await driver.page.$$('main form input[type=checkbox]')).toHaveLength(1);
      counted.taps += 1;
      await driver.presses('checkbox', /I accept the terms and conditions/);
    },
    async types(label: string, text: string) {
      counted.taps += 1;
      counted.fields += 1;
      await driver.types(label, text);
    },
    async pays() {
      // The field of the card number, and the button.
      counted.taps += 2;
      counted.fields += 1;
      await enterCard(driver, CARDS.good);
    },
  };
}

/** A field in a closed fold is not shown. */
const isShown = (field: ElementHandle): Promise<boolean> => field.evaluate(node => node.checkVisibility());

async function shownFields(driver: Visitor): Promise<number> {
  const fields = await driver.page.$$('main form :is(input[type=text], input[type=email], input:not([type]))');
  const shown = await Promise.all(fields.map(isShown));
  return shown.filter(Boolean).length;
}

test('A driver pays at an AC point with six taps and two fields', async () => {
  const driver = await fixture.enters({ locale: 'en', screen: PHONE });
  const steps = counting(driver);
  await driver.go('/en/farnwald/evse/DE*FRW*E2002*1?plug=1');
  await driver.sees('Type 2');
  expect(await shownFields(driver)).toBe(1);
  await steps.types('Email address for the receipt', 'johanna@example.org');
  await steps.ticks();
  await steps.follows('button', 'Order charging with obligation to pay');
  await steps.pays();
  await driver.comesToSee('of €');
  expect(steps.counted.taps).toBeLessThanOrEqual(6);
  expect(steps.counted.fields).toBeLessThanOrEqual(3);
});

test('Without JavaScript, a driver charges for free with two taps and no field', async () => {
  const driver = await fixture.enters({ locale: 'en', screen: PHONE, hasJavaScript: false });
  const steps = counting(driver);
  await driver.go('/en/farnwald/evse/DE*FRW*E2005*1');
  await driver.sees('Free', 'You pay nothing.');
  expect(await shownFields(driver)).toBe(0);
  await steps.ticks();
  await steps.follows('button', 'Charge for free');
  expect(driver.path()).toMatch(/^\/en\/farnwald\/charging\//);
  expect(steps.counted).toEqual({ taps: 2, fields: 0 });
});

test('A driver who comes back from the payment page continues the payment, or starts over', async () => {
  const driver = await fixture.enters({ locale: 'en', screen: PHONE });
  const steps = counting(driver);
  await driver.go('/en/farnwald/evse/DE*FRW*E2001*1?plug=1');
  await steps.types('Email address for the receipt', 'johanna@example.org');
  await steps.ticks();
  await steps.follows('button', 'Order charging with obligation to pay');
  const checkout = driver.path();
  for (const address of ['/en/farnwald/evse/DE*FRW*E2001*1?plug=1', '/en', '/en/farnwald']) {
    await driver.go(address);
    await driver.follows('link', /^Continue paying €20\.00/);
    expect(driver.path()).toBe(checkout);
  }
  await driver.go('/en');
  await driver.follows('button', 'Start over');
  await driver.sees('Cancelled. Nothing was charged.');
  expect(await driver.valueOf('Email address for the receipt')).toBe('johanna@example.org');
  await driver.go('/en');
  await driver.doesNotSee('Payment not finished');
});
