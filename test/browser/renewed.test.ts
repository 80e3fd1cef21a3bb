import { expect, test } from '@jest/globals';
import type { HTTPRequest } from 'puppeteer';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, costOf, orderAndPay, POINTS, stop } from '../support/journeySteps.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 20 });

/** Intercepts requests of a visitor and answers some of them in place of the app. Records the requested documents. */
async function between({ page }: Visitor, answer: (request: HTTPRequest) => ReturnType<HTTPRequest['respond']> | null) {
  const documents: string[] = [];
  await page.setRequestInterception(true);
  page.on('request', request => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    void (answer(request) ?? request.continue());
  });
  return documents;
}

test('A link within the app loads no document, until the app has been renewed', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  let id: string | null = null;
  const documents = await between(driver, request =>
    id !== null && request.url().endsWith('/builds/latest.json')
      ? request.respond({ contentType: 'application/json', body: JSON.stringify({ id }) })
      : null,
  );
  await driver.go('/en/blaufink');
  await driver.presses('link', 'Find a receipt');
  await driver.sees('Retrieve charging details');
  expect(documents.splice(0)).toEqual(['/en/blaufink']);

  await driver.go('/en/blaufink');
  id = 'renewed';
  const requested = driver.page.waitForResponse(response => response.url().endsWith('/builds/latest.json'));
  await driver.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await requested;
  // The address changes before the new page is loaded, so the test waits for a text of the new page.
  await driver.presses('link', 'Find a receipt');
  await driver.sees('Retrieve charging details');
  expect(documents).toEqual(['/en/blaufink', '/en/blaufink/receipts']);
});

test('Code that a newly deployed version no longer has is never missed: the page is loaded afresh', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  // The browser and @loadable/component log this error, but the page does not show it.
  driver.expects(/status of 404|failed to asynchronously load component/);
  await driver.go('/en/blaufink');
  let isMissing = true;
  const documents = await between(driver, request => {
    if (request.isNavigationRequest()) isMissing = false;
    return isMissing && request.url().includes('/assets/chunk.') ? request.respond({ status: 404 }) : null;
  });
  // The address changes before the new page is loaded, so the test waits for a text of the new page.
  await driver.presses('link', 'Find a receipt');
  await driver.sees('Retrieve charging details');
  expect(documents).toEqual(['/en/blaufink/receipts']);
});

test('Somebody with the watch link sees the cost rise without asking, and the end', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await orderAndPay(driver, POINTS.connected);
  await chargeFor(driver, 1);
  const watchPath = await driver.page.evaluate(async () => {
    const session = (await (await fetch(`/api/sessions/${location.pathname.split('/').at(-1)}`)).json()) as { watchId: string };
    return `/en/canarybolt/watch/${session.watchId}`;
  });
  const friend = await fixture.enters({ locale: 'en' });
  await friend.go(watchPath);
  await friend.sees('You are viewing this charging session.');
  const paths: string[] = [];
  friend.page.on('request', request => {
    const { pathname } = new URL(request.url());
    // The code of the ended session loads after the page. Such files say nothing about the session.
    if (!pathname.startsWith('/assets/')) paths.push(pathname);
  });
  const before = await costOf(friend);
  await until(
    () => costOf(friend),
    cost => cost > before,
  );
  expect(paths).toEqual([]);
  await stop(driver);
  await friend.sees('Charging completed');
  expect(await friend.text()).not.toContain('Confirmation of contract');
});
