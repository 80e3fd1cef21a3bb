import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { axeFaults } from '../support/axe.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { translator } from '../support/invoiceFacts.ts';
import { orderAndPay } from '../support/journeySteps.ts';
import { DESKTOP, PHONE } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 20 });
/** A point with 150 kW, and a vehicle that reports its state of charge. */
const STRONG = '/farnwald/evse/DE*FRW*E2004*1';
const t = (key: string, values = {}) => translator('de', key, values).replaceAll('\u00a0', ' ');

test.each([
  ['with', true, PHONE],
  ['without', false, DESKTOP],
])('A driver sets a goal while charging, and charging ends there, %s JavaScript', async (_, hasJavaScript, screen) => {
  const driver = await fixture.enters({ hasJavaScript, screen });
  driver.expects(/status of 422/);
  const press = (name: string) => (hasJavaScript ? driver.presses('button', name) : driver.follows('button', name));
  await orderAndPay(driver, STRONG);
  await driver.comesToSee(t('session.cost'));
  await driver.comesToSee(t('session.priceNow'));
  const energyAtStart = energyOf(await driver.text());
  if (hasJavaScript) await driver.presses('link', t('goal.set'));
  else await driver.follows('link', t('goal.set'));
  await driver.sees(t('goal.title'), t('goal.endsAbout'));
  if (hasJavaScript) {
    expect(await driver.focused()).toBe(t('goal.title'));
    expect(new Set(await dialogHeights(driver.page)).size).toBe(1);
  }
  await driver.page.click('input[type=radio][value=energy]');
  await press(t('goal.set'));
  await driver.sees(t('goal.error.energy', { min: 1, max: 500 }));
  // Slightly more than the current energy. The driver's goal is then reached within seconds of the test, which are minutes of the
  // app's clock.
  const goal = `${energyAtStart + 4}`;
  await driver.types(t('goal.energy.label'), goal);
  if (hasJavaScript) expect(await axeFaults(driver.page)).toEqual([]);
  await press(t('goal.set'));
  await driver.sees(t('goal.stopsAt', { goal: `${goal} kWh` }));
  await driver.comesToSee(t('goal.reached', { goal: `${goal} kWh` }));
  expect(Math.abs(energyOf(await driver.text()) - Number(goal))).toBeLessThan(2);
});

/** Presses each offered goal and returns the height of the dialog each time. */
async function dialogHeights(page: Page): Promise<number[]> {
  const heights: number[] = [];
  for (const chip of await page.$$('dialog[open] [data-choice]:is(input)')) {
    await chip.click();
    heights.push(await page.$eval('dialog[open]', dialog => dialog.scrollHeight));
  }
  expect(heights.length).toBeGreaterThan(8);
  return heights;
}

/** Returns the first value in kWh on a page, rounded down. */
function energyOf(text: string): number {
  const [, whole = ''] = /(\d+),\d{2,3} kWh/.exec(text) ?? [];
  expect(whole).not.toBe('');
  return Number(whole);
}
