import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { translator } from '../support/invoiceFacts.ts';
import {
  agree,
  CARDS,
  chargeFor,
  enterCard,
  expectBill,
  fillInDetails,
  order,
  orderAndPay,
  POINTS,
  stop,
} from '../support/journeySteps.ts';
import { type OcppShopOptions, openBuiltOcppShop } from '../support/ocpp/builtOcppShop.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

/**
 * The stations report meter values every second and refuse to change this interval. The app would set one minute, which is too
 * long for this test.
 */
const EVERY_SECOND = { value: '1', is: 'read-only' } as const;
const IN_2 = { 'SampledDataCtrlr.TxUpdatedInterval': EVERY_SECOND };
const STAYS = { plugsInAfterMs: 500, unplugsAfterMs: null, leavesAfterMs: null };
const LEAVES = { ...STAYS, leavesAfterMs: 1000 };

/**
 * Two plugs (a socket and a cable) whose price includes a start fee, and a fast plug that delivers energy for half a euro within
 * seconds.
 */
const SOCKET = { id: 'HOTEL 1', evseId: 'DE*BLF*E1004*1', address: '/blaufink/evse/DE*BLF*E1004*1' };
const CABLE = { id: 'HOTEL 2', evseId: 'DE*FRW*E2003*1', address: '/farnwald/evse/DE*FRW*E2003*1' };
const STRONG = { id: 'HOTEL 3', evseId: 'DE*CNB*E3001*1', address: '/canarybolt/evse/DE*CNB*E3001*1' };
const idAndEvse = ({ id, evseId }: typeof SOCKET) => ({ id, evseId });

let shop: OcppShopOptions;
const fixture = setUpBrowser(async () => {
  shop = await openBuiltOcppShop([
    {
      ...idAndEvse(SOCKET),
      version: '1.6',
      switches: { driver: STAYS, settings: { MeterValueSampleInterval: EVERY_SECOND } },
    },
    { ...idAndEvse(CABLE), version: '2.0.1', switches: { driver: LEAVES, settings: IN_2 } },
    {
      ...idAndEvse(STRONG),
      version: '2.1',
      isDc: true,
      powerW: 300_000,
      switches: { driver: LEAVES, vehicle: { drawsW: 300_000 }, meter: { hasDisplayMeasurands: true }, settings: IN_2 },
    },
  ]);
  return shop.options;
});
beforeAll(() => shop.connect(fixture.app()), 60_000);
afterAll(() => shop.close());

const t = (key: string) => translator('de', key);

/** Loads the page of a point until its station accepts starts. */
async function comesTo(driver: Visitor, address: string): Promise<void> {
  await until(
    () => driver.go(address).then(() => driver.text()),
    text => text.includes(t('payment.submitBinding')),
  );
}

async function pays(driver: Visitor): Promise<void> {
  await fillInDetails(driver);
  await agree(driver);
  await order(driver);
  await enterCard(driver, CARDS.good);
}

/** Waits until the session has the given cost, and then stops the session. */
async function chargesAndStops(driver: Visitor, { minor }: { minor: number }): Promise<void> {
  await driver.sees('Lädt', 'Kosten bis jetzt');
  await chargeFor(driver, minor);
  await stop(driver);
}

/**
 * Checks that the energy recorded by the app is the energy counted by the meter, and that the card is charged the amount of the
 * bill.
 */
async function expectPaid(driver: Visitor, id: string, work: () => Promise<void>): Promise<void> {
  let paid = 0;
  const [hold] = await fixture.holdsOf(async () => {
    await work();
    paid = await expectBill(driver);
  });
  expect(hold).toMatchObject({ state: 'captured', capturedMinor: paid });
  expect(paid).toBeGreaterThan(50);
  const [plug] = (await shop.stations.see(id)).plugs;
  expect(plug).toMatchObject({ transactionId: null, powerW: 0 });
  expect(plug?.registerWh).toBeGreaterThan(4_711_204);
}

test('At a socket of OCPP 1.6 a driver pays, charges, stops, has the bill, and has the plug unlocked', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  await comesTo(driver, SOCKET.address);
  await driver.sees('Typ 2', '0,45 € je kWh');
  await expectPaid(driver, SOCKET.id, async () => {
    await pays(driver);
    await chargesAndStops(driver, { minor: 100 });
  });
  await driver.sees(t('session.cable.locked'));
  await driver.presses('button', t('session.cable.unlock'));
  await driver.sees(t('session.cable.unlocked'));
  await shop.stations.unplug(SOCKET.id);
  await driver.sees(t('session.plugFree'));
  expect(await driver.text()).not.toContain(t('session.cable.unlock'));
});

test('At a cable of OCPP 2.0.1 a driver pays, charges, stops, has the bill, and leaves the plug free', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  await comesTo(driver, CABLE.address);
  await expectPaid(driver, CABLE.id, async () => {
    await pays(driver);
    await chargesAndStops(driver, { minor: 51 });
  });
  await driver.sees(t('session.plugFree'));
});

test('At a station of OCPP 2.1 a driver scans its screen, sees that it was checked, and sees the battery fill', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  await comesTo(driver, STRONG.address);
  await driver.doesNotSee(t('location.verified'));
  const code = await until(
    async () => (await shop.stations.see(STRONG.id)).plugs[0]?.code ?? '',
    shown => shown !== '',
  );
  expect(code).toContain(`${fixture.app().origin}/q/HOTEL%203/1/`);
  await driver.go(code);
  await driver.sees(t('location.verified'), 'CCS');
  expect(driver.path()).toBe(STRONG.address);
  await expectPaid(driver, STRONG.id, async () => {
    await pays(driver);
    await driver.sees('Lädt', 'Kosten bis jetzt', t('session.battery'));
    // The held amount ends charging before the battery is full, so the page says how full the battery is then.
    const ending = /(\d+) %\s+etwa (\d+) %\s+um (\d\d):(\d\d)/.exec(await driver.text()) ?? [];
    const [, shown = Number.NaN, atEnd = Number.NaN] = ending.map(Number);
    expect(shown).toBeGreaterThanOrEqual(20);
    expect(atEnd).toBeGreaterThan(shown);
    expect(atEnd).toBeLessThan(100);
    await chargesAndStops(driver, { minor: 51 });
  });
  await driver.sees(t('session.plugFree'));
});

test('The operator sees which stations are connected, and simulated points of the same shop go on', async () => {
  const listing = await shop.command(fixture.app(), 'list');
  for (const { id, evseId } of [SOCKET, CABLE, STRONG])
    expect(listing).toMatch(new RegExp(`^${id} {2}connected {2}.+\n {2}charging points: ${evseId.replaceAll('*', '\\*')}$`, 'm'));
  expect(listing).not.toContain('faulty');
  const driver = await fixture.enters({ locale: 'en' });
  await orderAndPay(driver, POINTS.connected, CARDS.good);
  await driver.sees('Charging', 'Cost so far');
});
