import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listOpen } from '../../server/runtime/alerts.ts';
import { createOcpiDriver, type OcpiOrder } from '../support/ocpi/ocpiDriver.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { SWITCHES, type Switches } from '../support/ocpi/switches.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const CALM: Partial<Switches> = {
  ...SWITCHES,
  session: { ...SWITCHES.session, intervalMs: 60_000, kwhPerInterval: 0.2, maxKwh: 100 },
  cdr: { ...SWITCHES.cdr, delayMs: 5000 },
  payments: { isOffered: true },
};
const DOWN: Partial<Switches> = { push: { ...SWITCHES.push, mode: 'off' }, faults: [{ module: '*', kind: 'down', times: null }] };

let shop: OcpiShop;
let driver: ReturnType<typeof createOcpiDriver>;
beforeEach(async () => {
  shop = await openOcpiShop({ isTurned: true });
  await shop.cpo.fill({ locations: 3 });
  await shop.cpo.set(CALM);
  await shop.connect();
  await shop.pass(10);
  driver = createOcpiDriver(shop);
});
afterEach(() => shop.close());

const seen = ({ sessionId }: OcpiOrder) => shop.operator.getSession({ sessionId });
const openAlerts = async () => (await listOpen(shop.store.db)).map(({ facts }) => facts.why);

/** Test timeout. Parts of the simulated day pass minute by minute, which takes long. */
const LIMIT_MS = 180_000;

describe('A peer that is away for a day', () => {
  it(
    'is asked less and less, its points are not sold, and what was charged meanwhile is billed when it is back',
    async () => {
      await shop.cpo.set({ evses: { '1-1': { session: { endsAfterMs: 30 * 60_000 } } } });
      const ended = await driver.paid('DE*CPO*E1*1');
      const stopped = await driver.paid('DE*CPO*E2*1');
      await shop.pass(5 * MINUTE_S);
      expect([(await seen(ended)).kind, (await seen(stopped)).kind]).toEqual(['running', 'running']);
      await shop.cpo.set(DOWN);
      await shop.operator.stopSession(stopped);
      await shop.pass(3 * MINUTE_S);
      const noteCount = shop.notes.length;
      await shop.passDays(1);
      const questions = shop.notes
        .slice(noteCount)
        .filter(({ event, facts }) => event === 'ocpi request' && facts.module === 'sessions');
      // The app asks the unavailable CPO for the sessions at most four times per ten minutes.
      expect(questions.length).toBeLessThanOrEqual(24 * 6 * 4);
      const [plug] = (await driver.pointAt('DE*CPO*E1*1')).plugs;
      expect(plug?.state).toBe('unavailable');
      const { town } = await shop.ocpi.states();
      expect(town?.failingS).toBeGreaterThan(23 * HOUR_S);
      expect(town?.openStarts).toBe(2);
      expect(await openAlerts()).toContain('stop fails');
      for (const ordered of [ended, stopped]) expect((await driver.paymentOf(ordered))?.state).toBe('authorised');

      await shop.cpo.set({ faults: [], push: SWITCHES.push });
      await shop.pass(30 * MINUTE_S);
      const { cdrs } = await shop.cpo.state();
      for (const [ordered, evseUid] of [
        [ended, '1-1'],
        [stopped, '2-1'],
      ] as const) {
        const cdr = cdrs.find(({ cdr_location }) => (cdr_location as { evse_uid: string }).evse_uid === evseUid);
        const energyWh = Math.round(Number(cdr?.total_energy) * 1000);
        expect(await seen(ordered)).toMatchObject({ kind: 'completed', values: { energyWh } });
        const { amountMinor = 0 } = (await driver.paymentOf(ordered)) ?? {};
        expect((await driver.paymentOf(ordered))?.capturedMinor).toBe(Math.min(Math.round(energyWh * 0.0595), amountMinor));
      }
      expect((await shop.ocpi.states()).town).toMatchObject({ failingS: 0, openStarts: 0, awaitedCdrs: 0 });
      expect((await driver.commands()).filter(command => command === 'START_SESSION')).toHaveLength(2);
    },
    LIMIT_MS,
  );
});

describe('A peer that refuses to be told of payments', () => {
  it('is told less and less, and after days a person tells it', async () => {
    await shop.cpo.set({ faults: [{ module: 'payments', kind: 'code', value: 2001, times: null }] });
    const ordered = await driver.paid('DE*CPO*E1*1');
    await shop.pass(9 * MINUTE_S);
    await shop.operator.stopSession(ordered);
    await shop.pass(5 * MINUTE_S);
    expect((await driver.paymentOf(ordered))?.state).toBe('captured');
    await shop.passDays(3.5);
    const advices = async () => (await shop.cpo.state()).seen.filter(({ path }) => path.includes('/payments/')).length;
    const before = await advices();
    expect(before).toBeLessThan(35);
    expect(await openAlerts()).toContain('a payment could not be told');
    await shop.passDays(0.5);
    expect(await advices()).toBe(before);
  });
});

describe('A peer', () => {
  it('may send the more at once, the more of its points are sold', async () => {
    const { peer } = await shop.cpo.state();
    const headers = { authorization: `Token ${Buffer.from(peer?.ourToken ?? '').toString('base64')}` };
    const refused = async () => {
      const requestTokens = () => fetch(`${shop.ocpi.registration.us.baseUrl}/2.3.0/tokens`, { headers });
      const all = await Promise.all(Array.from({ length: 300 }, requestTokens));
      return all.filter(({ status }) => status === 429).length;
    };
    expect(await refused()).toBeGreaterThan(50);
    await shop.cpo.fill({ locations: 1500 });
    await shop.ocpi.pullCatalogue(shop.connectionId);
    await shop.pass(2 * MINUTE_S);
    expect(await refused()).toBe(0);
  }, 60_000);
});
