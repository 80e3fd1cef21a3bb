import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { LOCALES } from '../../shared/model/locales.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, inLanguage, orderAndPay, POINTS } from '../support/journeySteps.ts';

const fixture = setUpBrowser({ speed: 20 });
const SCREENS = (['de', 'hu'] as const).flatMap(locale => [390, 320].map(width => [locale, width] as const));

test.each(SCREENS)('The facts and the prices of plugs begin on the same lines, in %s at %d px', async (locale, width) => {
  const driver = await fixture.enters({ locale, screen: { width, height: 844 } });
  await driver.go(inLanguage(driver, '/farnwald/evse/DE*FRW*E2002*1'));
  const rows = await plugRows(driver.page);
  expect(rows).toHaveLength(2);
  for (const { power, cable, price, unit } of rows) {
    expect([power.lines, cable.lines]).toEqual([1, 1]);
    expect(Math.abs(power.bottom - price.bottom)).toBeLessThan(4);
    expect(Math.abs(cable.bottom - unit.bottom)).toBeLessThan(4);
  }
  expect(new Set(rows.map(({ power }) => power.left)).size).toBe(1);
  expect(new Set(rows.map(({ unit }) => unit.right)).size).toBe(1);
});

test('The states of plugs that cannot be used begin at one edge on the smallest phone', async () => {
  const driver = await fixture.enters({ locale: 'hu', screen: { width: 320, height: 700 } });
  await driver.go('/hu/blaufink/evse/DE*BLF*E1003*1');
  const lefts = await driver.page.$$eval('details a > b + span', states =>
    states.map(state => state.getBoundingClientRect().left),
  );
  expect(lefts).toHaveLength(2);
  expect(new Set(lefts).size).toBe(1);
});

test('The price of an order is at the top of the page and at the button, and nowhere else on a phone', async () => {
  const driver = await fixture.enters({ locale: 'de', screen: { width: 390, height: 844 } });
  await driver.go('/blaufink/evse/DE*BLF*E1001*1?plug=1');
  const text = (await driver.text()).replaceAll('\u00a0', ' ');
  expect(text.match(/0,49 €/g)).toHaveLength(2);
});

test.each(SCREENS)(
  'The two short fields of the receipt search have labels on one line and inputs on one line, in %s at %d px',
  async (locale, width) => {
    const driver = await fixture.enters({ locale, screen: { width, height: 844 } });
    await driver.go(inLanguage(driver, '/farnwald/receipts'));
    const [card, price] = await Promise.all(
      ['creditCard', 'price'].map(name =>
        driver.page.$eval(`[name=${name}]`, input => {
          const { left, top, bottom } = input.getBoundingClientRect();
          return { left, top, bottom, label: document.querySelector(`label[for=${input.id}]`)?.getBoundingClientRect().top ?? 0 };
        }),
      ),
    );
    if (!card || !price) throw new Error('A field is missing');
    if (width < 390) expect([card.left, price.label - card.bottom]).toEqual([price.left, expect.closeTo(17, 0)]);
    else expect([card.label, card.bottom]).toEqual([price.label, price.bottom]);
  },
);

/** Returns where the parts of each row with a price are. */
function plugRows(page: Page) {
  return page.$$eval('li > a:has([data-part=value])', links =>
    links.map(link => {
      const part = (selector: string) => {
        const range = document.createRange();
        range.selectNodeContents(link.querySelector(selector) ?? link);
        const { left, right, bottom, height } = range.getBoundingClientRect();
        return { left, right, bottom, lines: Math.round(height / 19) };
      };
      return {
        power: part('span:not([data-part]) > small'),
        cable: part('span:not([data-part]) > small + small'),
        price: part('[data-part=value] > b'),
        unit: part('[data-part=value] > small'),
      };
    }),
  );
}

/** Returns the texts of the charts that leave their picture. */
const textsOutside = (page: Page) =>
  page.$$eval('main svg text', texts =>
    texts
      .filter(text => {
        const picture = text.ownerSVGElement?.getBoundingClientRect();
        const { left, right, top, bottom, width } = text.getBoundingClientRect();
        if (!picture || width === 0) return false;
        return left < picture.left - 1 || right > picture.right + 1 || top < picture.top - 2 || bottom > picture.bottom + 2;
      })
      .map(text => text.textContent),
  );

test.each(LOCALES)('No text of a chart leaves its picture, in %s', async locale => {
  const driver = await fixture.enters({ locale });
  for (const address of ['/canarybolt/evse/DE*CNB*E3003*1?plug=1', '/farnwald/evse/DE*FRW*E2001*2?plug=1']) {
    await driver.go(inLanguage(driver, address));
    await driver.page.$$eval('main details', folds => {
      for (const fold of folds) fold.open = true;
    });
    for (const width of [390, 320]) {
      await driver.page.setViewport({ width, height: 844 });
      expect((await driver.page.$$('main svg text')).length).toBeGreaterThan(3);
      expect([address, width, await textsOutside(driver.page)]).toEqual([address, width, []]);
    }
  }
});

test('A chosen limit has its two lines where the others have theirs', async () => {
  const driver = await fixture.enters({ locale: 'de', screen: { width: 390, height: 844 } });
  await driver.go('/canarybolt/evse/DE*CNB*E3002*2?plug=1');
  const lines = await driver.page.$$eval('label:has([name=limit])', labels =>
    labels.map(label => [...label.querySelectorAll('b, small')].map(line => Math.round(line.getBoundingClientRect().top))),
  );
  expect(lines.length).toBeGreaterThan(1);
  expect(new Set(lines.map(String)).size).toBe(1);
});

test('The line at the order button is one line where a fee is due, in German and Hungarian', async () => {
  for (const locale of ['de', 'hu'] as const) {
    const driver = await fixture.enters({ locale, screen: { width: 390, height: 844 } });
    await driver.go(inLanguage(driver, '/canarybolt/evse/DE*CNB*E3003*1?plug=1'));
    const [height = 0, lineHeight = 0] = await driver.page.$eval('form button[type=submit]:not([form])', button => {
      const line = button.previousElementSibling as HTMLElement;
      return [line.getBoundingClientRect().height, Number.parseFloat(getComputedStyle(line).lineHeight)];
    });
    expect(height).toBeLessThan(lineHeight * 2);
  }
});

test('The stop page asks with the buttons in the order of the dialog', async () => {
  const driver = await fixture.enters({ locale: 'de', screen: { width: 390, height: 844 } });
  await orderAndPay(driver, POINTS.strongest);
  await chargeFor(driver, 30);
  await driver.go(`${driver.path()}/stop`);
  const words = await driver.page.$$eval('main form[action$="/stop"] :is(a, button)', acts =>
    acts.map(act => act.textContent?.trim()),
  );
  expect(words).toEqual(['Weiter laden', 'Ja, beenden']);
});

test('A note keeps 16 px to the head of the session page below', async () => {
  const driver = await fixture.enters({ locale: 'de', screen: { width: 390, height: 844 } });
  await orderAndPay(driver, POINTS.connected);
  const watch = await driver.page.evaluate(async () => {
    const { watchId, place } = await (await fetch(`/api/sessions/${location.pathname.split('/').at(-1)}`)).json();
    return `/${place.clientId}/watch/${watchId}`;
  });
  await driver.go(watch);
  const gap = await driver.page.evaluate(() => {
    const box = document.querySelector('main [data-variant=info]')?.getBoundingClientRect();
    const plate = document.querySelector('main h1')?.parentElement?.parentElement?.getBoundingClientRect();
    return (plate?.top ?? 0) - (box?.bottom ?? 0);
  });
  expect(gap).toBeGreaterThanOrEqual(16);
});
