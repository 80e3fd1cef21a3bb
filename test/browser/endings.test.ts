import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import {
  agree,
  CARDS,
  chargeFor,
  enterCard,
  expectBill,
  fillInDetails,
  inLanguage,
  minorOf,
  order,
  orderAndPay,
  POINTS,
  stop,
} from '../support/journeySteps.ts';
import { until } from '../support/until.ts';
import { DESKTOP, type Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 40 });

test('If nobody plugs in, the time runs out, nothing is charged, and the reservation is released', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  const [hold] = await fixture.holdsOf(async () => {
    await orderAndPay(driver, POINTS.neverPlugsIn);
    await driver.sees('Your charging session is starting', 'Time to connect');
    expect(await (await driver.finds('timer', /\d:\d\d/)).evaluate(node => node.textContent)).toMatch(/^[0-3]:\d\d$/);
    await driver.sees('Charging did not start', 'Nothing was charged.', 'released.');
    expect(await driver.focused()).toBe('Charging did not start');
    await driver.finds('link', 'Try again');
  });
  expect(hold).toMatchObject({ state: 'released', capturedMinor: 0 });
});

test('Whoever cancels before plugging in pays nothing', async () => {
  const driver = await fixture.enters({ locale: 'de', screen: DESKTOP });
  const [hold] = await fixture.holdsOf(async () => {
    await orderAndPay(driver, POINTS.neverPlugsIn);
    await driver.presses('button', 'Start abbrechen');
    await driver.sees('Der Ladevorgang wurde abgebrochen', 'Es wurde nichts abgebucht.', 'freigegeben.');
  });
  expect(hold).toMatchObject({ state: 'released', capturedMinor: 0 });
});

test.each([true, false])(
  'A card whose reservation lapses too soon begins no charging: the driver reads so and can order again (JavaScript: %s)',
  async hasJavaScript => {
    const driver = await fixture.enters({ locale: 'en', hasJavaScript });
    const holds = await fixture.holdsOf(async () => {
      await orderAndPay(driver, POINTS.strongest, CARDS.shortHold);
      await driver.sees('The payment was not successful. Nothing was charged. Please try again or use another card.');
      await agree(driver);
      await order(driver);
    });
    expect(holds.map(({ state, capturedMinor }) => `${state} ${capturedMinor}`).sort()).toEqual(['open 0', 'released 0']);
  },
);

test('A charging point that refuses costs nothing', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  const [hold] = await fixture.holdsOf(async () => {
    await orderAndPay(driver, POINTS.refuses);
    await driver.sees('The charging point did not accept the start', 'Nothing was charged.');
    await driver.sees('released.');
  });
  expect(hold).toMatchObject({ state: 'released', capturedMinor: 0 });
});

test('Whoever stops from further down the page reads first whether the plug comes out', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await orderAndPay(driver, `${POINTS.delayedMeter}?plug=1`);
  await chargeFor(driver, 60);
  const stopLink = await driver.finds('link', 'Stop charging session');
  await driver.page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
  await stopLink.click();
  await driver.presses('button', 'Yes, stop');

  await driver.sees('Last meter value');
  await until(
    () => driver.focused(),
    words => /plug/i.test(words),
  );
  expect(await driver.page.evaluate(() => window.scrollY)).toBe(0);
  await driver.page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
  await driver.sees('Charging completed');
  expect(await driver.focused()).toBe('Charging completed');
  expect(await driver.page.evaluate(() => window.scrollY)).toBe(0);
});

test('A double tap on the stop link does not confirm the stop', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await orderAndPay(driver, POINTS.connected);
  await chargeFor(driver, 20);
  const { x, y } = await openedQuestion(driver);
  await driver.presses('button', 'Keep charging');
  const link = await driver.finds('link', 'Stop charging session');
  // Moves the link under the place where the confirm button opens. This is the least favourable position for a double tap.
  await link.evaluate((node, top) => {
    document.body.style.paddingTop = '100vh';
    window.scrollBy({ top: node.getBoundingClientRect().top + node.clientHeight / 2 - top, behavior: 'instant' });
  }, y);
  for (const pauseMs of [0, 180, 350]) {
    const box = await link.boundingBox();
    expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - y)).toBeLessThan(20);
    await driver.page.touchscreen.tap(x, y);
    await new Promise(resolve => setTimeout(resolve, pauseMs));
    await driver.page.touchscreen.tap(x, y);
    await driver.sees('Stop charging?');
    await driver.finds('button', 'Yes, stop');
    await driver.presses('button', 'Keep charging');
    await driver.doesNotSee('Stop charging?');
  }
  await stop(driver);
  await driver.sees('Charging completed');
});

/** Opens the dialog that confirms a stop. Returns the middle of its confirm button. */
async function openedQuestion(driver: Visitor): Promise<{ x: number; y: number }> {
  await driver.presses('link', 'Stop charging session');
  const confirm = await driver.finds('button', 'Yes, stop');
  await confirm.evaluate(node =>
    Promise.all(
      node
        .closest('dialog')
        ?.getAnimations()
        .map(({ finished }) => finished) ?? [],
    ),
  );
  const box = await confirm.boundingBox();
  if (!box) throw new Error('The confirm button is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('Charging stops by itself at the limit, and never costs more', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  let limit = 0;
  let price = 0;
  const [hold] = await fixture.holdsOf(async () => {
    await driver.go(inLanguage(driver, POINTS.strongest));
    const smallest = await driver.finds('radio', /at most/);
    await smallest.click();
    limit = Number(await smallest.evaluate(node => (node as HTMLInputElement).value));
    await fillInDetails(driver);
    await agree(driver);
    await order(driver);
    await enterCard(driver, CARDS.good);
    await driver.sees('of the reservation amount has been used. Charging will end at');
    price = await expectBill(driver);
    await driver.sees('has been reached. Charging has stopped.');
    expect(minorOf(/Your maximum of (\S+) has been reached/.exec(await driver.text())?.[1] ?? '')).toBe(limit);
  });
  expect(price).toBeLessThanOrEqual(limit);
  expect(price).toBeGreaterThan(limit * 0.9);
  expect(hold).toMatchObject({ state: 'captured', capturedMinor: price, request: { amountMinor: limit } });
});

test('Free charging needs no card', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  const [hold] = await fixture.holdsOf(async () => {
    await driver.go(inLanguage(driver, `${POINTS.free}?plug=1`));
    await driver.sees('Free', 'You pay nothing. No card, no reservation.');
    await fillInDetails(driver);
    await agree(driver);
    await driver.follows('button', 'Charge for free');
    await driver.sees('Energy', 'Free');
    await stop(driver);
    await driver.sees('Charging completed', 'Free');
    expect(await driver.text()).not.toMatch(/€|You paid/);
  });
  expect(hold).toBeUndefined();
});
