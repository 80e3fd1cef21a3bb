import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Cdr } from '../../server/core/ports/stationPort.ts';
import { later } from '../../server/core/records/instants.ts';
import { listOpen, tickOff } from '../../server/runtime/alerts.ts';
import { listDocuments } from '../../server/store/shop/documents.ts';
import { MINUTE_S } from '../../shared/model/time.ts';
import { linesOf } from '../support/commandLines.ts';
import { type OpenOperator, type Ordered, openOperator, PLAIN } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator({ isPowerEndless: false });
});
afterEach(() => shop.close());

const WAITS = 'the bill differs from the station’s account';
const HOUR_S = 60 * MINUTE_S;
/** Advances the clock in one step, which is possible because nothing is due in the meantime. */
const hours = (count: number) => shop.clock.passAsleep(count * HOUR_S * 1000);

/** Price of 10 kWh in one hour at this point: 4.90 euros. */
const PRICE_MINOR = 490;
const ENERGY_WH = 10_000;

interface ReportedCdr extends Partial<Cdr> {
  /** Gross total of the CDR in minor units. */
  grossMinor?: number;
}

interface Charging {
  /** Hours until the hold expires. Null: the payment provider does not report when. */
  holdLastsH?: number | null;
  at?: { evseId: string; connector: string };
  /** Seconds from the driver's stop to the CDR. */
  comesAfterS?: number;
}

/** Charges for an hour and stops. The final report of the session contains a CDR. */
async function charged(reported: ReportedCdr, { holdLastsH = 48, at = PLAIN, comesAfterS = 5 }: Charging = {}): Promise<Ordered> {
  const ordered = await shop.order(at);
  const captureBefore = holdLastsH === null ? null : later(shop.clock.now(), holdLastsH * HOUR_S * 1000);
  shop.payments.pay(ordered.ref, { captureBefore });
  await shop.operator.refreshOrder(ordered);
  await shop.pass(5);
  await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now());
  await hours(1);
  await shop.operator.stopSession(ordered);
  await shop.pass(comesAfterS);
  await reportCdr(ordered, reported);
  return ordered;
}

async function reportCdr(ordered: Ordered, { grossMinor = PRICE_MINOR, ...more }: ReportedCdr = {}): Promise<void> {
  const { startedAt } = await shop.session(ordered);
  const { authorizationReference } = ordered;
  const began = startedAt ?? shop.clock.now();
  const endedAt = more.endedAt ?? later(began, HOUR_S * 1000);
  const energyWh = more.energyWh ?? ENERGY_WH;
  const gross = grossMinor * 10_000;
  await shop.operator.report(authorizationReference, {
    authorizationReference,
    state: 'ended',
    startedAt: began,
    endedAt,
    readings: [{ at: endedAt, energyWh, powerW: 0, isCharging: true }],
    signedValues: [],
    isFinal: true,
    cdr: {
      reference: 'CDR-1',
      currency: 'EUR',
      total: { net: Math.round(gross / 1.19), gross },
      tariffIds: [],
      startedAt: began,
      endedAt,
      energyWh,
      invoiceReference: null,
      ...more,
    },
  });
  await shop.pass(5);
}

async function type(name: string, ordered: Ordered, options: Readonly<Record<string, string>> = {}): Promise<string> {
  const { number } = await shop.session(ordered);
  const typed = { who: 'Petra Lindqvist', transaction: String(number), reason: 'Looked at', ...options };
  const lines = await linesOf({ store: shop.store, now: shop.clock.now() }, name, typed);
  await shop.pass(5);
  return lines.join('\n');
}

const capturedAmounts = () => shop.payments.takings.map(({ amountMinor }) => amountMinor);

describe('A bill that its station’s account agrees with', () => {
  it('is taken at once, also where they differ by one cent of rounding', async () => {
    await charged({ grossMinor: PRICE_MINOR + 1 });
    expect(capturedAmounts()).toEqual([PRICE_MINOR]);
    expect(await shop.attention()).toEqual([]);
  });

  it('is taken where the account is by another tariff, or says nothing of what a driver pays', async () => {
    await charged({ grossMinor: 900, tariffIds: ['town/wholesale'] });
    await charged({ total: null });
    expect(capturedAmounts()).toEqual([PRICE_MINOR, PRICE_MINOR]);
  });
});

describe('What we give away', () => {
  const byMinute = { at: { evseId: 'DE*BLF*E1005*2', connector: '2' }, comesAfterS: 5 * MINUTE_S };

  it('is no difference: the time between our accepted stop and the end', async () => {
    const endedAt = later(shop.clock.now(), 63 * MINUTE_S * 1000);
    await charged({ grossMinor: 252, endedAt, energyWh: 2000 }, byMinute);
    expect(await shop.attention()).toEqual([]);
    expect(capturedAmounts()).toEqual([240]);
  });

  it('excuses no other difference', async () => {
    await charged({ grossMinor: 248, endedAt: later(shop.clock.now(), 63 * MINUTE_S * 1000), energyWh: 2000 }, byMinute);
    expect(capturedAmounts()).toEqual([]);
    expect(await shop.attention()).toEqual([WAITS]);
  });
});

describe('A bill that its station’s account gainsays', () => {
  it.each([
    ['another price', { grossMinor: PRICE_MINOR - 2 }],
    ['another price', { grossMinor: Math.round(PRICE_MINOR * 1.19) }],
    ['other currency', { currency: 'CHF' }],
    ['more energy than the plug can give', { energyWh: 400_000 }],
    ['other times than told before', { startedAt: new Date('2020-01-01T00:00:00Z') }],
  ])('waits for a person because of %s (%j)', async (why, reported) => {
    const ordered = await charged(reported);
    await hours(1.1);
    expect(capturedAmounts()).toEqual([]);
    expect(await shop.attention()).toEqual([WAITS]);
    expect((await shop.session(ordered)).review?.why).toContain(why);
    expect((await shop.operator.getSession(ordered)).kind).toBe('stopping');
  });

  it('is shown beside the account, with what happens if nobody decides', async () => {
    const ordered = await charged({ grossMinor: 420 });
    const shown = await type('show', ordered);
    expect(shown).toMatch(/awaits decision +another price/);
    expect(shown).toMatch(/our price +4\.90 EUR/);
    expect(shown).toMatch(/CDR +CDR-1: 4\.20 EUR/);
    expect(shown).toMatch(/without decision +4\.20 EUR is captured/);
  });

  it('is taken as the tariff says where a person decides so, and once, however often the account is told', async () => {
    const ordered = await charged({ grossMinor: 900 });
    await reportCdr(ordered, { grossMinor: 900 });
    await type('bill', ordered);
    await reportCdr(ordered, { grossMinor: 900 });
    expect(capturedAmounts()).toEqual([PRICE_MINOR]);
    expect((await shop.session(ordered)).review).toBeNull();
  });

  it('is taken lower where a person decides so: the invoice says what is paid, and adds up', async () => {
    const ordered = await charged({ grossMinor: 420 });
    expect(await type('bill', ordered, { 'at-most': '4.20' })).toContain('4.20 EUR');
    expect(capturedAmounts()).toEqual([420]);
    const { bill } = await shop.session(ordered);
    expect(bill?.totalMinor).toBe(420);
    expect(bill?.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(420);
    expect(bill?.vat).toEqual([{ percent: 19, netMinor: 353, vatMinor: 67, grossMinor: 420 }]);
    expect(await shop.documents()).toHaveLength(1);
  });

  it('is never taken above our price, whatever a person types', async () => {
    const ordered = await charged({ grossMinor: 900 });
    await type('bill', ordered, { 'at-most': '9.00' });
    expect(capturedAmounts()).toEqual([PRICE_MINOR]);
  });

  it('is not taken at all where a person waives it: the hold goes back', async () => {
    const ordered = await charged({ grossMinor: 900 });
    await type('waive', ordered);
    expect(capturedAmounts()).toEqual([]);
    expect((await shop.payment(ordered)).state).toBe('released');
  });

  it('is reminded of when its hold lapses within a day', async () => {
    await charged({ grossMinor: 420 }, { holdLastsH: 25.5 });
    expect(await shop.attention()).toEqual([WAITS]);
    await hours(1.1);
    expect(await shop.attention()).toEqual([WAITS, 'a bill waits for a decision and its hold lapses']);
    expect(capturedAmounts()).toEqual([]);
  });

  it('is reminded of after a day where nobody knows when its hold lapses', async () => {
    await charged({ grossMinor: 420 }, { holdLastsH: null });
    for (let hour = 0; hour < 22; hour++) await hours(1.1);
    expect((await shop.attention()).slice(0, 2)).toEqual([WAITS, 'a bill waits for a decision']);
    expect(capturedAmounts()).toEqual([]);
  });

  it('is taken half a day before its hold lapses, at the lower amount', async () => {
    await charged({ grossMinor: 420 }, { holdLastsH: 13.5 });
    expect(capturedAmounts()).toEqual([]);
    await hours(1.1);
    expect(capturedAmounts()).toEqual([420]);
  });

  it('is taken at the lower amount to the cent', async () => {
    await charged({ grossMinor: 248 }, { holdLastsH: 13.5 });
    await hours(1.1);
    expect(capturedAmounts()).toEqual([248]);
  });

  it('is taken at once at the lower amount where the hold is about to lapse', async () => {
    await charged({ grossMinor: 420 }, { holdLastsH: 13.5, comesAfterS: 40 * MINUTE_S });
    expect(capturedAmounts()).toEqual([420]);
  });

  it('is over when its hold is gone', async () => {
    const ordered = await charged({ grossMinor: 420 }, { holdLastsH: null });
    shop.payments.change(ordered.ref, { state: 'released' });
    await shop.operator.onProviderNotice(ordered.ref);
    await hours(1.1);
    expect((await shop.session(ordered)).state).toBe('completed');
    expect(await shop.attention()).toContain('energy without a hold');
    expect(capturedAmounts()).toEqual([]);
  });

  it('survives the death of the process that heard of it', async () => {
    const ordered = await charged({ grossMinor: 900 });
    await shop.restart();
    await shop.pass(60);
    expect(capturedAmounts()).toEqual([]);
    await type('bill', ordered);
    expect(capturedAmounts()).toEqual([PRICE_MINOR]);
  });
});

describe('An account with other figures than the meter told before', () => {
  const reportReading = async (ordered: Ordered, { afterS, energyWh }: { afterS: number; energyWh: number }) => {
    const { startedAt } = await shop.session(ordered);
    const at = later(startedAt ?? shop.clock.now(), (HOUR_S + afterS) * 1000);
    await shop.stations.meter(ordered.authorizationReference, { at, energyWh, powerW: 0, isCharging: true });
  };
  const stopped = async (): Promise<Ordered> => {
    const ordered = await shop.charging();
    await hours(1);
    await shop.operator.stopSession(ordered);
    await shop.pass(5);
    return ordered;
  };

  it.each([
    ['a little more energy at its end', { afterS: 0, energyWh: ENERGY_WH + 90 }],
    ['less energy, a moment after its end', { afterS: 3, energyWh: ENERGY_WH - 1000 }],
  ])('is what is billed: %s', async (_, reading) => {
    const ordered = await stopped();
    await reportReading(ordered, reading);
    await reportCdr(ordered, { total: null });
    expect(capturedAmounts()).toEqual([PRICE_MINOR]);
    expect((await shop.session(ordered)).energyWh).toBe(ENERGY_WH);
    expect(await shop.attention()).toEqual([]);
  });

  it('is what is billed when it corrects another one, by the invoice too', async () => {
    const ordered = await stopped();
    await reportCdr(ordered, { energyWh: 2 * ENERGY_WH, currency: 'CHF' });
    await shop.operator.reportCdr(ordered.authorizationReference, { kind: 'reversed', reference: 'CREDIT-1' });
    await reportCdr(ordered, { reference: 'CDR-2', currency: 'CHF' });
    await type('bill', ordered);
    expect(capturedAmounts()).toEqual([PRICE_MINOR]);
    expect((await shop.session(ordered)).bill?.lines.map(({ quantity }) => quantity)).toEqual([ENERGY_WH]);
  });
});

it('While a bill waits, its plug is sold to the next driver', async () => {
  await charged({ grossMinor: 420 });
  await shop.operator.reportPlug({ evseId: PLAIN.evseId, connector: PLAIN.connector, state: 'available' });
  const { plugs } = await shop.operator.getChargingPoint(PLAIN);
  expect(plugs[0]?.state).toBe('available');
  const next = await shop.charging();
  expect((await shop.session(next)).state).toBe('running');
});

describe('An account that is taken back', () => {
  const reversed = async ({ authorizationReference }: Ordered, kind: 'reversed' | 'unclear' | 'another' = 'reversed') => {
    await shop.operator.reportCdr(authorizationReference, { kind, reference: 'CREDIT-1' });
    await shop.pass(5);
  };

  it('before anything was taken takes its invoice back as well: a person who bills it makes us write one', async () => {
    const ordered = await charged({ grossMinor: 900, invoiceReference: 'CPO-2026-17' });
    expect((await shop.session(ordered)).invoiceReference).toBe('CPO-2026-17');
    await reversed(ordered);
    await type('bill', ordered);
    expect((await shop.session(ordered)).invoiceReference).toBeNull();
    expect((await listDocuments(shop.store.db, ordered.sessionId)).map(({ kind }) => kind)).toEqual(['invoice']);
  });

  it('before anything was taken lets the bill wait for the new one', async () => {
    const ordered = await charged({ grossMinor: 900 });
    await reversed(ordered);
    await reportCdr(ordered, { reference: 'CDR-2' });
    expect(capturedAmounts()).toEqual([PRICE_MINOR]);
  });

  it('and replaced by less energy costs no more than that, where nobody decides', async () => {
    const ordered = await charged({ total: null, energyWh: 2 * ENERGY_WH, currency: 'CHF' }, { holdLastsH: 13.5 });
    await reversed(ordered);
    await reportCdr(ordered, { total: null, reference: 'CDR-2' });
    expect(capturedAmounts()).toEqual([]);
    await hours(1.1);
    expect(capturedAmounts()).toEqual([PRICE_MINOR]);
  });

  it('and replaced by one that differs as well is told to a person anew', async () => {
    const ordered = await charged({ grossMinor: 900 });
    const open = () => listOpen(shop.store.db);
    await tickOff(shop.store, { ids: (await open()).map(({ id }) => id), reason: 'Asked its source', now: shop.clock.now() });
    await reversed(ordered);
    await reportCdr(ordered, { grossMinor: 800, reference: 'CDR-2' });
    expect((await open()).map(({ facts }) => facts.why)).toEqual([WAITS]);
  });

  it('and never replaced costs nothing, where nobody decides otherwise', async () => {
    const ordered = await charged({ grossMinor: 900 }, { holdLastsH: 13.5 });
    await reversed(ordered);
    await hours(1.1);
    expect(capturedAmounts()).toEqual([]);
    expect((await shop.payment(ordered)).state).toBe('released');
  });

  it('before it was billed is told to a person', async () => {
    const ordered = await shop.charging();
    await shop.operator.stopSession(ordered);
    await reversed(ordered);
    expect(await shop.attention()).toEqual(['an account was taken back before the bill']);
  });

  it.each([
    ['reversed', 'an account was taken back after the bill'],
    ['unclear', 'an account was taken back in an unclear way'],
    ['another', 'another account of a billed session'],
  ] as const)('after the bill (%s) is told to a person, who gives the money back with a credit note', async (kind, alert) => {
    const ordered = await charged({});
    await reversed(ordered, kind);
    await reversed(ordered, kind);
    expect(await shop.attention()).toEqual([alert]);
    expect(shop.payments.takings).toHaveLength(1);
    await type('refund', ordered, { amount: '4.90' });
    await shop.pass(60);
    expect(await shop.documents()).toHaveLength(2);
  });
});

describe('A later account of a billed session', () => {
  it.each<[what: string, told: ReportedCdr, reason: string]>([
    ['costs something else', { grossMinor: 420 }, 'another price'],
    ['has other times', { startedAt: new Date('2020-01-01T00:00:00Z') }, 'other times than told before'],
    ['has another currency', { currency: 'CHF' }, 'other currency'],
  ])('that %s is told to a person, once; the bill stays', async (_, reported, reason) => {
    const ordered = await charged({});
    for (let n = 0; n < 2; n++) await reportCdr(ordered, { ...reported, reference: 'CDR-2' });
    const [alert, ...others] = await listOpen(shop.store.db);
    expect(alert?.facts).toMatchObject({ why: 'a later account differs from the bill', account: 'CDR-2' });
    expect(alert?.facts.reason).toContain(reason);
    expect(others).toEqual([]);
    expect(capturedAmounts()).toEqual([PRICE_MINOR]);
  });

  it('that says the same is no news, nor is one that a person has decided about', async () => {
    await reportCdr(await charged({}), { reference: 'CDR-2' });
    expect(await shop.attention()).toEqual([]);
    const decided = await charged({ grossMinor: 900 });
    await type('bill', decided);
    await reportCdr(decided, { grossMinor: 900 });
    expect(await shop.attention()).toEqual([WAITS]);
  });
});

it('What a person has said is the most that is taken, also where the account comes first and agrees with the bill', async () => {
  const ordered = await shop.charging();
  await hours(1);
  await shop.operator.stopSession(ordered);
  await shop.pass(5);
  await shop.stations.meter(ordered.authorizationReference, {
    at: shop.clock.now(),
    energyWh: ENERGY_WH,
    powerW: 0,
    isCharging: true,
  });
  await hours(0.5);
  const { number } = await shop.session(ordered);
  const typed = { who: 'Petra Lindqvist', transaction: String(number), reason: 'Agreed with the driver', 'at-most': '3.00' };
  // The app's jobs do not run between the command and the CDR.
  await linesOf({ store: shop.store, now: shop.clock.now() }, 'bill', typed);
  await reportCdr(ordered);
  expect(capturedAmounts()).toEqual([300]);
});
