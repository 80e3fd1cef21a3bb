// Pictures of every page and state, on a phone and a desktop, light and dark, into screenshots/:
//   npm run screenshots -- de en
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openBuiltHouse } from '../test/support/builtHouse.ts';
import { openBrowser } from '../test/support/chromium.ts';
import { words } from '../test/support/invoiceFacts.ts';
import * as steps from '../test/support/journeySteps.ts';
import { DESKTOP, openVisitor, PHONE } from '../test/support/visitor.ts';

const SCREENS = { phone: PHONE, desktop: DESKTOP };
const SCHEMES = ['light', 'dark'];
const README_PICTURE = 'docs/pictures/payment.png';

const asked = process.argv.slice(2);
const languages = asked.length > 0 ? asked : ['de', 'en'];
mkdirSync('screenshots', { recursive: true });

/** The whole page in one window as high as its content, so that the bar at the lower edge lies where it belongs. */
async function wholePage(page, { width, height }) {
  await page.setViewport({ width, height });
  const contentHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewport({ width, height: Math.max(height, contentHeight) });
}

function photographer(visitor) {
  let count = 0;
  return async function shoot(state, { isWhole = true } = {}) {
    const { page, locale } = visitor;
    count += 1;
    // What was pressed last does not look as if somebody still pointed at it.
    await page.mouse.move(0, 0);
    for (const [screen, size] of Object.entries(SCREENS)) {
      for (const scheme of SCHEMES) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        if (isWhole) await wholePage(page, size);
        else await page.setViewport(size);
        const file = path.join('screenshots', `${locale}-${String(count).padStart(2, '0')}-${state}-${screen}-${scheme}.png`);
        await page.screenshot({ path: file });
        console.log(file);
      }
    }
    await page.setViewport(PHONE);
  };
}

/** The pages that need no session. */
async function shootPages(visitor, shoot) {
  const open = async (state, address) => {
    await visitor.go(steps.inLanguage(visitor, address));
    await shoot(state);
  };
  await open('home', '/');
  await open('brand', '/farnwald');
  await open('legal', '/blaufink/terms');
  await open('not-found', '/blaufink/nowhere/at-all');
  await open('unknown-point', '/blaufink/evse/DE*BLF*E9999*9');
  await open('occupied', '/farnwald/evse/DE*FRW*E2002*2');
  await open('plugs', '/blaufink/evse/DE*BLF*E1003*1');
  await open('free', `${steps.POINTS.free}?plug=1`);
}

/** From the form to the start. Returns the address of a session that nobody plugs a vehicle in for. */
async function shootPayment(visitor, shoot, say) {
  await visitor.go(steps.inLanguage(visitor, steps.POINTS.neverPlugsIn));
  await shoot('payment');
  await visitor.presses('button', say('payment.submitBinding'));
  await visitor.sees(say('errorSummary.title'));
  await shoot('payment-errors');
  await steps.fillInDetails(visitor);
  await steps.agree(visitor);
  await steps.order(visitor);
  await shoot('sandbox');
  await visitor.follows('link', say('common.cancel'));
  await shoot('unfinished-payment');
  await visitor.follows('link', say('payment.unfinished.continue'));
  await steps.enterCard(visitor, steps.CARDS.challenge);
  await shoot('sandbox-challenge');
  await visitor.follows('button', say('sandbox.challenge.approve'));
  await visitor.sees(say('session.starting'));
  await shoot('starting');
  return steps.sessionPath(visitor);
}

/** From charging to the receipt. */
async function shootSession(visitor, shoot, say) {
  await steps.orderAndPay(visitor, `${steps.POINTS.lateMeter}?plug=1`);
  await steps.chargeFor(visitor, 250);
  await shoot('running');
  await visitor.presses('link', say('session.stop'));
  await visitor.sees(say('session.stop.confirm'));
  await shoot('stop-sheet', { isWhole: false });
  await visitor.presses('button', say('session.stop.confirmNo'));
  const session = steps.sessionPath(visitor);
  await visitor.go(steps.inLanguage(visitor, `${session}/stop`));
  await shoot('stop-page');
  await visitor.go(steps.inLanguage(visitor, session));
  await steps.stop(visitor);
  await visitor.sees(say('session.finishing.text'));
  await shoot('finishing');
  await visitor.sees(say('receipt.download'));
  await shoot('completed');
  return steps.costOf(visitor);
}

async function shootSearch(visitor, shoot, { say, price }) {
  await visitor.go(steps.inLanguage(visitor, '/canarybolt/receipts'));
  await shoot('search');
  await steps.searchReceipt(visitor, { price: '0.01', digits: '4242' });
  await visitor.sees(say('search.none.title'));
  await shoot('nothing-found');
  await steps.searchReceipt(visitor, { price: (price / 100).toFixed(2), digits: '4242' });
  await visitor.sees(say('results.title'));
  await shoot('results');
}

const house = await openBuiltHouse({ speed: 10 });
const browser = await openBrowser();
try {
  for (const locale of languages) {
    const visitor = await openVisitor(browser, { origin: house.origin, locale });
    const shoot = photographer(visitor);
    const say = key => words(locale, key);
    await shootPages(visitor, shoot);
    const neverStarted = await shootPayment(visitor, shoot, say);
    const price = await shootSession(visitor, shoot, say);
    await shootSearch(visitor, shoot, { say, price });
    await visitor.go(steps.inLanguage(visitor, neverStarted));
    await visitor.sees(say('session.neverStarted'));
    await shoot('never-started');
    await visitor.leaves();
  }
  if (languages.includes('en')) {
    const visitor = await openVisitor(browser, { origin: house.origin, locale: 'en' });
    await visitor.go('/en/blaufink/evse/DE*BLF*E1001*3');
    mkdirSync(path.dirname(README_PICTURE), { recursive: true });
    writeFileSync(README_PICTURE, await visitor.page.screenshot());
    console.log(README_PICTURE);
  }
} finally {
  await browser.close();
  await house.close();
}
