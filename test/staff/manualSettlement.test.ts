import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { later } from '../../server/core/records/instants.ts';
import type { StartRequest } from '../../shared/charging/charging.ts';
import { HOUR_MS, MINUTE_S } from '../../shared/model/time.ts';
import { linesOf } from '../support/commandLines.ts';
import { whFor } from '../support/money.ts';
import { msBetween } from '../support/msBetween.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

const NEVER = Array.from({ length: 40 }, () => 'unheard' as const);

/** Runs an operator command for one session, then gives the app five seconds for its jobs. */
async function type(name: string, ordered: Ordered, options: Readonly<Record<string, string>> = {}): Promise<string> {
  const { number } = await shop.session(ordered);
  const typed = { who: 'Petra Lindqvist', transaction: String(number), reason: 'The station is dead', ...options };
  const lines = await linesOf({ store: shop.store, now: shop.clock.now() }, name, typed);
  await shop.pass(5);
  return lines.join('\n');
}
/** Runs an operator command without time for the app's jobs. */
async function requestAct(name: string, ordered: Ordered, options: Readonly<Record<string, string>> = {}): Promise<void> {
  const { number } = await shop.session(ordered);
  const typed = { who: 'Petra Lindqvist', transaction: String(number), reason: 'The station is dead', ...options };
  await linesOf({ store: shop.store, now: shop.clock.now() }, name, typed);
}
const capturedAmounts = () => shop.payments.takings.map(({ amountMinor }) => amountMinor);
const stopped = async ({ authorizationReference }: Ordered, energyWh: number) => {
  await shop.pass(30 * MINUTE_S);
  await shop.stations.meter(authorizationReference, { at: shop.clock.now(), energyWh, powerW: 11_000, isCharging: true });
};

/**
 * Creates a session that the driver has stopped. The station reported the given energy before the stop and nothing afterwards.
 */
async function silent(energyWh: number, more: Partial<StartRequest> = {}): Promise<Ordered> {
  const ordered = await shop.charging(more);
  await stopped(ordered, energyWh);
  shop.stations.trouble('stop', ...NEVER);
  shop.stations.trouble('read', ...NEVER, ...NEVER, ...NEVER);
  await shop.operator.stopSession(ordered);
  await shop.pass(15 * MINUTE_S);
  return ordered;
}

/** Creates a session whose station reports the start of charging and nothing afterwards. */
async function chargeWithoutReadings(more: Partial<StartRequest> = {}): Promise<Ordered> {
  const ordered = await shop.paid(more);
  const nothing = { readings: [], signedValues: [], isFinal: false, endedAt: null };
  const { authorizationReference } = ordered;
  await shop.operator.report(authorizationReference, {
    authorizationReference,
    state: 'charging',
    startedAt: shop.clock.now(),
    ...nothing,
  });
  shop.stations.trouble('stop', ...NEVER);
  shop.stations.trouble('read', ...Array.from({ length: 1500 }, () => 'unheard' as const));
  await shop.pass(30 * MINUTE_S);
  await shop.operator.stopSession(ordered);
  await shop.pass(15 * MINUTE_S);
  return ordered;
}

describe('A session whose last meter value never comes', () => {
  it('is shown and waived, also where it cannot be priced any more', async () => {
    const ordered = await silent(whFor(853));
    await shop.store.db.updateTable('orders').set({ tariff_version: 'gone' }).where('id', '=', ordered.orderId).execute();
    expect(await type('show', ordered)).toMatch(/last reported .*, 17\.\d+ kWh\nprice so far +– EUR\nmaximum price +80\.00 EUR/);
    await expect(type('bill', ordered)).rejects.toThrow(/use `waive`/);
    await type('waive', ordered);
    expect((await shop.payment(ordered)).state).toBe('released');
  });

  it('raises an alert, and a person bills what the station has told', async () => {
    const ordered = await silent(whFor(853));
    expect(await shop.attention()).toContain('last meter value missing');
    expect(await type('show', ordered)).toMatch(/last reported .*, 17\.\d+ kWh\nprice so far +8\.53 EUR/);
    expect(await type('bill', ordered)).toMatch(/will be billed with 8\.53 EUR: 17\.\d+ kWh/);
    expect(await shop.session(ordered)).toMatchObject({ state: 'completed', totalMinor: 853 });
    expect(await shop.payment(ordered)).toMatchObject({ state: 'captured', capturedMinor: 853 });
    expect(await shop.documents()).toHaveLength(1);
    await expect(type('bill', ordered)).rejects.toThrow(/is completed/);
    expect(capturedAmounts()).toEqual([853]);
  });

  it('is billed with what a person has read at the meter', async () => {
    const ordered = await silent(whFor(200));
    await type('bill', ordered, { energy: String(whFor(400) / 1000).replace('.', ',') });
    expect(capturedAmounts()).toEqual([400]);
    expect((await shop.session(ordered)).energyWh).toBe(whFor(400));
  });

  it('is not billed by a slip of the pen', async () => {
    const ordered = await silent(whFor(400));
    await expect(type('bill', ordered, { energy: '1' })).rejects.toThrow(/already reported 8\.\d+ kWh/);
    await expect(type('bill', ordered, { energy: '9999' })).rejects.toThrow(/delivers at most/);
    for (const energy of ['', 'twelve', '-3', '1e3'])
      await expect(type('bill', ordered, { energy })).rejects.toThrow(/such as 12\.345/);
    await expect(type('bill', ordered, { reason: ' ' })).rejects.toThrow(/Missing --reason/);
    expect((await shop.session(ordered)).state).toBe('stopping');
    expect(capturedAmounts()).toEqual([]);
  });

  it('can be waived: nothing is taken, and the hold goes back', async () => {
    const ordered = await silent(whFor(853));
    await type('waive', ordered);
    expect(await shop.session(ordered)).toMatchObject({ state: 'completed', totalMinor: 0 });
    expect(await shop.payment(ordered)).toMatchObject({ state: 'released' });
    expect(capturedAmounts()).toEqual([]);
    expect(await shop.documents()).toEqual([]);
    expect(await shop.operator.getSession(ordered)).toMatchObject({ kind: 'completed', isBilled: true });
    expect(await shop.operator.getReceipt({ receipt: ordered.sessionId })).toMatchObject({ settlement: 'nothing', check: null });
    expect(shop.emails.at(-1)).toMatchObject({ subject: expect.stringContaining('Für Ihren Ladevorgang wird nichts berechnet') });
    const { startedAt, endedAt } = await shop.session(ordered);
    expect(msBetween(startedAt, endedAt)).toBe(30 * 60_000);
  });

  it('is left alone while the station may still answer', async () => {
    const ordered = await shop.charging();
    await expect(type('bill', ordered)).rejects.toThrow(/is running/);
    await shop.operator.stopSession(ordered);
    for (const name of ['bill', 'waive'])
      await expect(type(name, ordered)).rejects.toThrow(/may still respond. Try again in 15 min/);
    await shop.pass(14 * MINUTE_S);
    await shop.stations.meter(ordered.authorizationReference, {
      at: shop.clock.now(),
      energyWh: 900,
      powerW: 11_000,
      isCharging: true,
    });
    await shop.pass(2 * MINUTE_S);
    for (const name of ['bill', 'waive'])
      await expect(type(name, ordered)).rejects.toThrow(/may still respond. Try again in 13 min/);
    await expect(type('bill', ordered, { transaction: '1' })).rejects.toThrow(/No session/);
  });

  it('is billed by that value, where it comes before the bill is made: never by what was typed', async () => {
    const ordered = await silent(whFor(200));
    await requestAct('bill', ordered, { energy: '9' });
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(300) });
    await shop.pass(5);
    expect(capturedAmounts()).toEqual([300]);
    expect(await shop.operator.getReceipt({ receipt: ordered.sessionId })).toMatchObject({ settlement: 'charged' });
  });

  it('is billed by the newest figures, where a person has mistyped', async () => {
    const ordered = await silent(whFor(200));
    await requestAct('bill', ordered, { energy: '12' });
    await requestAct('bill', ordered, { energy: String(whFor(300) / 1000) });
    await shop.pass(5);
    expect(capturedAmounts()).toEqual([300]);
  });

  it('costs time only until the station has told something for the last time, unless a person knows better', async () => {
    const perMinute = { clientId: 'canarybolt', evseId: 'DE*CNB*E3004*1' };
    const [one, other] = [await silent(3000, perMinute), await silent(3000, { ...perMinute, evseId: 'DE*CNB*E3003*1' })];
    await requestAct('bill', one);
    const { startedAt, stopRequestedAt } = await shop.session(other);
    const ended = later(stopRequestedAt!, 10 * 60_000).toISOString();
    for (const wrong of ['18:40', '2026-11-20T18:40', later(startedAt!, -60_000).toISOString(), '2099-01-01T00:00Z'])
      await expect(requestAct('bill', other, { ended: wrong })).rejects.toThrow(/with its zone|before now/);
    await requestAct('bill', other, { ended });
    await shop.pass(5);
    const minutes = async (ordered: Ordered) => {
      const session = await shop.session(ordered);
      return msBetween(session.startedAt, session.endedAt) / 60_000;
    };
    expect(await minutes(one)).toBe(30);
    expect(await minutes(other)).toBeCloseTo(40, 0);
  });

  it('is billed although the clock of the station is a day ahead, and not for that day', async () => {
    const ordered = await shop.charging({ clientId: 'canarybolt', evseId: 'DE*CNB*E3004*1' });
    await shop.pass(30 * MINUTE_S);
    const at = new Date(shop.clock.now().getTime() + 86_400_000);
    await shop.stations.meter(ordered.authorizationReference, { at, energyWh: 3000, powerW: 11_000, isCharging: true });
    shop.stations.trouble('stop', ...NEVER);
    shop.stations.trouble('read', ...NEVER, ...NEVER, ...NEVER);
    await shop.operator.stopSession(ordered);
    await shop.pass(5 * 60 * MINUTE_S);
    await type('bill', ordered);
    const { endedAt, stopRequestedAt, totalMinor } = await shop.session(ordered);
    expect(endedAt).toEqual(stopRequestedAt);
    expect(totalMinor).toBeLessThan(1000);
  });

  it('is billed with the energy of the meter, where the station has told none', async () => {
    const ordered = await chargeWithoutReadings();
    await expect(requestAct('bill', ordered)).rejects.toThrow(/No meter value was received/);
    await type('bill', ordered, { energy: String(whFor(400) / 1000) });
    expect(capturedAmounts()).toEqual([400]);
  });

  it('costs no fee for standing while energy flowed, however long that is said to have taken', async () => {
    const ordered = await chargeWithoutReadings({ clientId: 'canarybolt', evseId: 'DE*CNB*E3002*1' });
    const { startedAt } = await shop.session(ordered);
    await shop.pass(2 * 60 * MINUTE_S);
    await type('bill', ordered, { energy: '15', ended: later(startedAt!, 2 * 60 * 60_000).toISOString() });
    const { bill } = await shop.session(ordered);
    expect(bill?.lines.map(({ kind }) => kind)).toEqual(['energy']);
  });

  it('is billed although the station goes on telling for hours that it charges', async () => {
    const ordered = await shop.charging();
    await shop.operator.stopSession(ordered);
    for (let n = 1; n <= 15; n++) {
      await shop.pass(10 * MINUTE_S);
      await shop.stations.meter(ordered.authorizationReference, {
        at: shop.clock.now(),
        energyWh: n * 100,
        powerW: 600,
        isCharging: true,
      });
    }
    await type('bill', ordered);
    expect((await shop.session(ordered)).state).toBe('completed');
    expect(capturedAmounts()).toHaveLength(1);
  });

  it.each([
    [300, 'less energy told after the bill'],
    [500, 'more energy told after the bill'],
  ])('and comes after the bill, as energy for %i cents, changes nothing and raises an alert', async (cents, why) => {
    const ordered = await silent(whFor(200));
    await type('bill', ordered, { energy: String(whFor(400) / 1000) });
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(cents) });
    await shop.pass(5);
    expect(capturedAmounts()).toEqual([400]);
    expect((await shop.attention()).at(-1)).toBe(why);
  });

  it('is billed once, where two people ask at once and the process dies', async () => {
    const ordered = await silent(whFor(853));
    const { number } = await shop.session(ordered);
    const typed = { who: 'Petra Lindqvist', transaction: String(number), reason: 'The station is dead' };
    const requestAct = () => linesOf({ store: shop.store, now: shop.clock.now() }, 'bill', typed);
    await Promise.all([requestAct(), requestAct()]);
    await shop.restart();
    await shop.pass(5);
    expect(capturedAmounts()).toEqual([853]);
  });
});

describe('A start that nobody can give up, because the station does not answer', () => {
  let ordered: Ordered;
  beforeEach(async () => {
    ordered = await shop.paid();
    shop.stations.trouble('cancelStart', ...NEVER);
    shop.stations.trouble('read', ...NEVER, ...NEVER, ...NEVER);
    await shop.operator.cancelStart(ordered);
  });

  it('is waived when it could have answered: the hold goes back', async () => {
    await expect(type('waive', ordered)).rejects.toThrow(/may still respond/);
    await expect(type('bill', ordered)).rejects.toThrow(/is cancelling/);
    await shop.pass(18 * MINUTE_S);
    await type('waive', ordered);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled' });
    expect(await shop.payment(ordered)).toMatchObject({ state: 'released' });
  });

  it('and was waived, but begins all the same, is stopped and raises an alert', async () => {
    await shop.pass(18 * MINUTE_S);
    await type('waive', ordered);
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
    await shop.pass(5);
    expect(shop.stations.hasStopRequest(ordered.authorizationReference)).toBe(true);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(100) });
    await shop.pass(5);
    expect(capturedAmounts()).toEqual([]);
    expect(await shop.attention()).toContain('energy without a hold');
  });
});

describe('A station that comes back after its session was settled by hand', () => {
  it.each(['bill', 'waive'])('and charges on after `%s` is asked to stop', async name => {
    const ordered = await silent(whFor(200));
    await type(name, ordered);
    const stops = () => shop.stations.calls.filter(({ step }) => step === 'stop').length;
    const before = stops();
    await shop.pass(20 * MINUTE_S);
    await shop.stations.meter(ordered.authorizationReference, {
      at: shop.clock.now(),
      energyWh: whFor(300),
      powerW: 11_000,
      isCharging: true,
    });
    await shop.pass(6 * MINUTE_S);
    expect(stops()).toBeGreaterThan(before);
    expect(capturedAmounts()).toEqual(name === 'bill' ? [200] : []);
  });
});

describe('A station that comes back long after it fell silent', () => {
  it('is asked to stop, although what was billed ended a day ago', async () => {
    const ordered = await shop.charging();
    await stopped(ordered, whFor(200));
    shop.stations.trouble('read', ...Array.from({ length: 4000 }, () => 'unheard' as const));
    await shop.pass(9 * 60 * MINUTE_S);
    // The app assumes that a vehicle at a silent station charges at full power, so it stops the session before the limit is used
    // up.
    expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', stopReason: 'unreported' });
    // Advances most of the day in one step, because the app polls the silent station every ten seconds.
    await shop.clock.passAsleep(16 * HOUR_MS);
    await shop.pass(16 * MINUTE_S);
    await type('bill', ordered);
    const before = shop.stations.calls.filter(({ step }) => step === 'stop').length;
    await shop.pass(3 * 60 * MINUTE_S);
    await shop.stations.meter(ordered.authorizationReference, {
      at: shop.clock.now(),
      energyWh: whFor(900),
      powerW: 11_000,
      isCharging: true,
    });
    await shop.pass(5);
    expect(shop.stations.calls.filter(({ step }) => step === 'stop').length).toBeGreaterThan(before);
    expect(capturedAmounts()).toEqual([200]);
  });
});

describe('A person who stops a session', () => {
  it('has the station asked, and what was charged is billed', async () => {
    const ordered = await shop.charging();
    expect(await type('stop', ordered)).toContain('Stop requested');
    expect(shop.stations.hasStopRequest(ordered.authorizationReference)).toBe(true);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: whFor(853) });
    await shop.pass(5);
    expect(capturedAmounts()).toEqual([853]);
    expect(await shop.operator.getSession(ordered)).toMatchObject({ kind: 'completed', endedBy: 'operator' });
    await expect(type('stop', ordered)).rejects.toThrow(/cannot be stopped/);
  });

  it('gives up a start for which no vehicle has come', async () => {
    const ordered = await shop.paid();
    await type('stop', ordered);
    expect(await shop.session(ordered)).toMatchObject({ state: 'cancelled', why: 'cancelled' });
    expect(await shop.payment(ordered)).toMatchObject({ state: 'released' });
  });
});
