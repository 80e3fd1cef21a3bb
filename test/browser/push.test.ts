import { afterAll, expect, test } from '@jest/globals';
import { makePrivateKey } from '../../server/adapters/webPush/webPush.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, expectBill, orderAndPay, POINTS, sessionPath, stop } from '../support/journeySteps.ts';
import { createSubscriber, openPushService, type PushService, type Subscriber } from '../support/pushService.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

let service: PushService;
const fixture = setUpBrowser(async () => {
  service = await openPushService();
  return { speed: 20, main: 'pushMain.ts', env: { PUSH_PRIVATE_KEY: makePrivateKey(), TEST_PUSH: service.origin } };
});
afterAll(() => service.close());

/**
 * Replaces only the push service of the browser's vendor, which is not available here. The rest of the push code is the
 * browser's own.
 */
async function subscribesAt(driver: Visitor, { endpoint, p256dh, auth }: Subscriber): Promise<void> {
  await driver.page.evaluateOnNewDocument(
    device => {
      const subscription = {
        endpoint: device.endpoint,
        options: { applicationServerKey: null as ArrayBuffer | null },
        toJSON: () => ({ endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } }),
        async unsubscribe() {
          window.localStorage.removeItem('test-subscribed');
          return true;
        },
      };
      PushManager.prototype.getSubscription = async () =>
        (window.localStorage.getItem('test-subscribed') ? subscription : null) as PushSubscription | null;
      PushManager.prototype.subscribe = async () => {
        window.localStorage.setItem('test-subscribed', 'yes');
        return subscription as unknown as PushSubscription;
      };
    },
    { endpoint, p256dh, auth },
  );
}

test('A driver has the phone tell when charging ends, may switch it off again, and is told why it cannot be', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  const subscriber = createSubscriber(`${service.origin}/device/1`);
  await subscribesAt(driver, subscriber);
  await orderAndPay(driver, POINTS.connected);
  await driver.sees('Kosten bis jetzt', 'Bei Ladeende benachrichtigen');
  const { origin } = fixture.app();
  const context = driver.page.browserContext();

  await driver.presses('button', 'Einschalten');
  await driver.sees('Ihr Browser erlaubt dieser Seite keine Benachrichtigungen.');
  await context.overridePermissions(origin, ['notifications']);
  await driver.presses('button', 'Einschalten');
  await driver.sees('Dieses Gerät wird benachrichtigt.');
  await driver.page.reload();
  await driver.sees('Dieses Gerät wird benachrichtigt.');
  await driver.presses('button', 'Ausschalten');
  await driver.doesNotSee('Dieses Gerät wird benachrichtigt.');
  await driver.presses('button', 'Einschalten');
  await driver.sees('Dieses Gerät wird benachrichtigt.');

  const session = sessionPath(driver);
  const sent = await (await fetch(origin + session, { headers: { 'User-Agent': 'Mozilla/5.0 Firefox/140.0' } })).text();
  // Without JavaScript the page offers no feature that needs JavaScript.
  expect(sent.replace(/<script.*?<\/script>/gs, '')).toContain('Kosten bis jetzt');
  expect(sent.replace(/<script.*?<\/script>/gs, '')).not.toContain('Bei Ladeende benachrichtigen');

  await chargeFor(driver, 60);
  await stop(driver);
  await expectBill(driver);
  await until(
    async () => service.pushed.length,
    count => count === 2,
  );
  const messages = service.pushed.map(({ body }) => subscriber.read(body));
  expect(messages.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^Das Laden ist beendet(: .*€)?\.$/),
    expect.stringMatching(/^Ihr Beleg über .*€ ist fertig\.$/),
  ]);
  expect(messages[1]).toMatchObject({ title: expect.stringContaining('Canarybolt'), lang: 'de', path: session });
}, 90_000);

test('A driver at an occupied plug has the phone tell when the plug is free, and is told why it cannot', async () => {
  const before = service.pushed.length;
  const charging = await fixture.enters({ locale: 'de' });
  await orderAndPay(charging, POINTS.unplugs);
  await charging.sees('Kosten bis jetzt');
  const driver = await fixture.enters({ locale: 'en' });
  driver.expects(/INTERNET_DISCONNECTED/);
  const subscriber = createSubscriber(`${service.origin}/device/2`);
  await subscribesAt(driver, subscriber);
  const { origin } = fixture.app();
  await driver.page.goto(`${origin}/en${POINTS.unplugs}/notice?plug=1`);
  await driver.presses('button', 'Notify this device');
  await driver.sees('Your browser does not allow notifications from this page.');
  await driver.page.browserContext().overridePermissions(origin, ['notifications']);
  await driver.page.setOfflineMode(true);
  await driver.presses('button', 'Notify this device');
  await driver.sees('No connection.');
  await driver.page.setOfflineMode(false);
  await driver.presses('button', 'Notify this device');
  await driver.sees('We will tell you');
  const listed = await driver.page.evaluate(() => [localStorage.getItem('push-sessions'), localStorage.getItem('push-notices')]);
  expect(listed).toEqual([null, expect.stringMatching(/^\[\d+\]$/)]);
  await until(
    async () => service.pushed.length - before,
    count => count === 1,
    60_000,
  );
  const { body, path } = subscriber.read(service.pushed.at(-1)?.body ?? Buffer.alloc(0));
  expect([body, path]).toEqual([expect.stringMatching(/^Plug 2 is free: /), `/en${POINTS.unplugs}?plug=1`]);
}, 120_000);
