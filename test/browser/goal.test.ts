import { expect, test } from '@jest/globals';
import { axeFaults } from '../support/axe.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { translator } from '../support/invoiceFacts.ts';
import { orderAndPay } from '../support/journeySteps.ts';
import { DESKTOP, PHONE } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 30 });
/** 150 kW, and a vehicle that tells of its battery. */
const STRONG = '/farnwald/evse/DE*FRW*E2004*1';
const say = (key: string, values = {}) => translator('de', key, values);

test.each([
  ['with', true, PHONE],
  ['without', false, DESKTOP],
])('A driver sets a goal while charging, and charging ends there, %s JavaScript', async (_, hasJavaScript, screen) => {
  const driver = await fixture.enters({ hasJavaScript, screen });
  driver.expects(/status of 422/);
  const press = (name: string) => (hasJavaScript ? driver.presses('button', name) : driver.follows('button', name));
  await orderAndPay(driver, STRONG);
  await driver.comesToSee(say('session.cost'));
  await driver.comesToSee(say('session.priceNow'));
  if (hasJavaScript) await driver.presses('link', say('goal.set'));
  else await driver.follows('link', say('goal.set'));
  await driver.sees(say('goal.title'));
  await press(say('goal.set'));
  await driver.sees(say('goal.error.energy', { min: 1, max: 500 }));
  await driver.types(say('goal.energy.label'), '12,5');
  if (hasJavaScript) expect(await axeFaults(driver.page)).toEqual([]);
  await press(say('goal.set'));
  await driver.sees(say('goal.stopsAt', { goal: '12,5 kWh' }));
  await driver.comesToSee(say('goal.reached', { goal: '12,5 kWh' }));
  const [, kwh = ''] = /(\d+,\d{3}) kWh/.exec(await driver.text()) ?? [];
  expect(Math.abs(Number(kwh.replace(',', '.')) - 12.5)).toBeLessThan(2);
});
