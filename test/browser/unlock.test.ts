import { expect, test } from '@jest/globals';
import { axeFaults } from '../support/axe.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { translator } from '../support/invoiceFacts.ts';
import { agree, CARDS, chargeFor, enterCard, fillInDetails, inLanguage, order, stop } from '../support/journeySteps.ts';
import { DESKTOP, PHONE } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 10 });
const LOCKED_AFTERWARDS = '/farnwald/evse/DE*FRW*E2004*2';
const t = (key: string) => translator('de', key);

test.each([
  ['with', true, PHONE],
  ['without', false, DESKTOP],
])('A driver whose plug stays locked has it unlocked, %s JavaScript', async (_, hasJavaScript, screen) => {
  const driver = await fixture.enters({ hasJavaScript, screen });
  await driver.go(inLanguage(driver, LOCKED_AFTERWARDS));
  await fillInDetails(driver);
  await agree(driver);
  await order(driver);
  await enterCard(driver, CARDS.good);
  await driver.comesToSee(t('session.cost'));
  await chargeFor(driver, 5);
  await stop(driver);
  await driver.comesToSee(t('session.cable.locked'));
  if (hasJavaScript) expect(await axeFaults(driver.page)).toEqual([]);
  if (hasJavaScript) await driver.presses('button', t('session.cable.unlock'));
  else await driver.follows('button', t('session.cable.unlock'));
  await driver.comesToSee(t('session.cable.unlocked'));
  await driver.comesToSee(t('session.plugFree'));
  expect(await driver.text()).not.toContain(t('session.cable.unlock'));
});
