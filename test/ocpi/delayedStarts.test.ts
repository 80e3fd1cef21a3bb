import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listOpen } from '../../server/runtime/alerts.ts';
import { findOrder } from '../../server/store/shop/orders.ts';
import { findSession } from '../../server/store/shop/sessions.ts';
import { createOcpiDriver, type OcpiOrder } from '../support/ocpi/ocpiDriver.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { SWITCHES, type Switches } from '../support/ocpi/switches.ts';

const MINUTE_S = 60;
const CALM: Partial<Switches> = {
  ...SWITCHES,
  session: { ...SWITCHES.session, intervalMs: 2000, kwhPerInterval: 0.01, maxKwh: 100 },
  cdr: { ...SWITCHES.cdr, delayMs: 5000 },
};
const beginsAfter = (minutes: number): Pick<Switches, 'start'> => ({ start: { ...SWITCHES.start, sessionMs: minutes * 60_000 } });
const SILENT: Partial<Switches> = { push: { ...SWITCHES.push, mode: 'off' } };
const LOST: Partial<Switches> = { faults: [{ module: 'commands', kind: 'lost', times: 1 }] };

let shop: OcpiShop;
let driver: ReturnType<typeof createOcpiDriver>;
let number = 0;
beforeAll(async () => {
  shop = await openOcpiShop({ isTurned: true });
  await shop.cpo.fill({ locations: 20 });
  await shop.cpo.set(CALM);
  await shop.connect();
  await shop.pass(10);
  driver = createOcpiDriver(shop);
});
afterAll(() => shop.close());
beforeEach(async () => {
  number++;
  await shop.cpo.set(CALM);
});

const paid = () => driver.paid(`DE*CPO*E${number}*1`);
const seen = ({ sessionId }: OcpiOrder) => shop.operator.getSession({ sessionId });
const holdOf = async (ordered: OcpiOrder) => (await driver.paymentOf(ordered))?.state;
const sessionAtCpo = async () => (await shop.cpo.state()).sessions.find(({ evse_uid }) => evse_uid === `${number}-1`);
const alertsOn = async (ordered: OcpiOrder) => {
  const order = await findOrder(shop.store.db, ordered.orderId);
  const subjects = [ordered.sessionId, order?.paymentId];
  return (await listOpen(shop.store.db)).filter(({ subjectId }) => subjects.includes(subjectId)).map(({ facts }) => facts.why);
};

describe('A start of which nobody has heard anything is given up after three minutes', () => {
  it.each([
    ['tells what it has when asked', { ...SILENT, ...LOST }],
    ['tells what it has when asked, and whose station had refused', { ...SILENT }],
  ] as const)(
    'where it begins before its hold is given back, at a CPO that only %s, it is stopped and paid',
    async (_, turning) => {
      const isRefused = !('faults' in turning);
      const { start } = beginsAfter(6);
      await shop.cpo.set({ ...turning, start: isRefused ? { ...start, result: 'FAILED', resultMs: 1000 } : start });
      const ordered = await paid();
      await shop.pass(4 * MINUTE_S);
      expect([(await seen(ordered)).kind, await holdOf(ordered)]).toEqual(['cancelling', 'authorised']);
      await shop.pass(11 * MINUTE_S);
      const session = await sessionAtCpo();
      expect(session?.status).toBe('COMPLETED');
      const energyWh = Math.round(Number(session?.kwh) * 1000);
      expect(energyWh).toBeGreaterThan(0);
      expect(await seen(ordered)).toMatchObject({ kind: 'completed', values: { energyWh } });
      expect(['captured', 'released']).toContain(await holdOf(ordered));
      expect(await alertsOn(ordered)).not.toContain('energy without a hold');
    },
  );

  it('where it begins between the last push and the release, the CPO is asked once more before the hold is given back', async () => {
    await shop.cpo.set({ ...beginsAfter(12.9), ...SILENT, ...LOST });
    const ordered = await paid();
    await shop.pass(16 * MINUTE_S);
    expect((await sessionAtCpo())?.status).toBe('COMPLETED');
    expect((await seen(ordered)).kind).toBe('completed');
    expect(await alertsOn(ordered)).not.toContain('energy without a hold');
  });

  it('while the CPO cannot be asked, the hold is kept', async () => {
    await shop.cpo.set({ ...beginsAfter(100), ...LOST });
    const ordered = await paid();
    await shop.pass(4 * MINUTE_S);
    await shop.cpo.set({ faults: [{ module: '*', kind: 'down', times: null }] });
    await shop.pass(30 * MINUTE_S);
    expect(await holdOf(ordered)).toBe('authorised');
    await shop.cpo.set({ faults: [] });
    await shop.pass(10 * MINUTE_S);
    expect([(await seen(ordered)).kind, await holdOf(ordered)]).toEqual(['cancelled', 'released']);
  });

  it('where its CPO had refused it and carries it out all the same, it is stopped at once', async () => {
    await shop.cpo.set({ start: { ...SWITCHES.start, answer: 'REJECTED' } });
    const ordered = await paid();
    await shop.pass(10);
    expect([(await seen(ordered)).kind, await holdOf(ordered)]).toEqual(['cancelled', 'released']);
    const { authorizationReference = '' } = (await findSession(shop.store.db, ordered.sessionId)) ?? {};
    await shop.cpo.set({ start: SWITCHES.start });
    const token = { country_code: 'DE', party_id: 'ABC', uid: authorizationReference, type: 'AD_HOC_USER', contract_id: 'X' };
    await shop.cpo.begin({ token, location_id: `LOC${number}`, evse_uid: `${number}-1`, connector_id: '1' });
    await shop.pass(MINUTE_S);
    expect((await sessionAtCpo())?.status).toBe('COMPLETED');
    expect((await seen(ordered)).kind).toBe('completed');
  });

  it.each<[what: string, push: Partial<Switches>]>([
    ['tells', {}],
    ['is asked', SILENT],
  ])('where it begins later, it is stopped as soon as the CPO %s, nothing is taken, and a person is told', async (_, push) => {
    // The station misses the first four stop commands, so that the session delivers some energy.
    await shop.cpo.set({ ...beginsAfter(20), ...push, ...LOST, stop: { ...SWITCHES.stop, lostTimes: 4 } });
    const ordered = await paid();
    await shop.pass(15 * MINUTE_S);
    expect([(await seen(ordered)).kind, await holdOf(ordered)]).toEqual(['cancelled', 'released']);
    await shop.pass(8 * MINUTE_S);
    const session = await sessionAtCpo();
    expect(session?.status).toBe('COMPLETED');
    // The delivery of 2 kWh would take more than six minutes, so less shows that the app stopped the session soon.
    expect(Number(session?.kwh)).toBeLessThan(2);
    expect(Number(session?.kwh)).toBeGreaterThan(0);
    expect(await holdOf(ordered)).toBe('released');
    expect(await alertsOn(ordered)).toContain('energy without a hold');
  });
});
