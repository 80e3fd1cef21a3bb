import { afterAll, expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { translator } from '../support/invoiceFacts.ts';
import { CARDS, chargeFor, expectBill, orderAndPay, POINTS, stop } from '../support/journeySteps.ts';
import { type OcpiShopOptions, openBuiltOcpiShop, STATUS_TOKEN } from '../support/ocpi/builtOcpiShop.ts';
import { HIGH_PRICE, lowPowerAtHighPrice } from '../support/ocpi/objects.ts';
import { until } from '../support/until.ts';

/** The address that the QR code on the charging point contains. */
const SCANNED = '/blaufink/evse/DE*CPO*E1*1';

const CDR_DELAY_MS = 3000;

let shop: OcpiShopOptions;
const fixture = setUpBrowser(async () => {
  shop = await openBuiltOcpiShop('simulator,ocpi');
  // The energy has a high price, so that a few seconds of charging lead to a bill.
  await shop.cpo.fill(lowPowerAtHighPrice());
  await shop.cpo.set({ session: { intervalMs: 200, reportsStatus: true }, cdr: { delayMs: CDR_DELAY_MS } });
  return shop.options;
});
afterAll(() => shop.close());

test('A driver scans a point of a CPO, sees its price, pays by card, charges, stops, and has the receipt when its CDR has come', async () => {
  expect(await shop.connect(fixture.app())).toContain('2 points of town can be offered');
  const driver = await fixture.enters({ locale: 'de' });
  // Within seconds, the running app detects that another process has connected the CPO.
  await until(
    () => driver.go(SCANNED).then(() => driver.text()),
    text => text.includes(translator('de', 'payment.submitBinding')),
  );
  await driver.sees('Hauptstraße 1', 'Typ 2', '9,52 € je kWh');
  const holds = await fixture.holdsOf(async () => {
    await orderAndPay(driver, SCANNED, CARDS.good);
    await driver.sees('Lädt', 'Kosten bis jetzt');
    await chargeFor(driver, 50);
    expect(await shop.command(fixture.app(), 'leave', 'town', '--who', 'Petra Lindqvist')).toContain(
      'Not disconnected: 1 starts are open',
    );
    // The CDR is delayed until the driver has seen that the session is ending.
    await shop.cpo.standStill(new Date());
    await stop(driver);
    await driver.sees('Der Ladevorgang wird beendet');
    // The page may show the end before the stop has reached the CPO, and the delay starts when the CPO has ended the session.
    await until(
      () => shop.cpo.state(),
      ({ sessions }) => sessions.at(-1)?.status === 'COMPLETED',
    );
    await shop.cpo.pass(CDR_DELAY_MS);
    await expectBill(driver);
  });
  const [hold] = holds;
  const [cdr] = (await shop.cpo.state()).cdrs;
  const status = await shop.command(fixture.app(), 'status');
  expect(status).toMatch(/town {2}active {2}2\.3\.0 {2}DE\*CPO\n {2}works; open starts: 0; CDRs awaited: 0\n/);
  expect(status).toMatch(/ {2}commands: last success 20/);
  expect(await shop.command(fixture.app(), 'exchanges', 'town')).toMatch(/out {2}POST {2}commands {2}200\/1000/);
  const headers = { authorization: `Bearer ${STATUS_TOKEN}` };
  const appStatus = (await (await fetch(`${fixture.app().origin}/status`, { headers })).json()) as {
    dependencies: readonly { name: string }[];
    connections: unknown;
  };
  expect(appStatus.dependencies.find(({ name }) => name === 'stations-ocpi')).toMatchObject({ status: 'up', degraded: null });
  expect(appStatus.connections).toMatchObject({ town: { failingS: 0, openStarts: 0, awaitedCdrs: 0 } });
  expect(hold).toMatchObject({ state: 'captured' });
  expect(hold?.capturedMinor).toBe(Math.round(Number(cdr?.total_energy) * HIGH_PRICE * 119));
  const commands = (await shop.cpo.state()).seen.filter(({ path }) => path.includes('/commands/'));
  expect(commands.map(({ path }) => path.split('/').at(-1))).toEqual(['START_SESSION', 'STOP_SESSION']);
});

test('Beside it the simulated points of the same shop go on', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await orderAndPay(driver, POINTS.strongest, CARDS.good);
  await driver.sees('Your charging session is starting');
  await driver.sees('Charging', 'Cost so far');
});
