import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { listOpen } from '../../server/runtime/alerts.ts';
import { changeConnection } from '../../server/stations/ocpi/connections/connections.ts';
import { listDocuments } from '../../server/store/shop/documents.ts';
import { findSession } from '../../server/store/shop/sessions.ts';
import { linesOf } from '../support/commandLines.ts';
import { HIGH_PRICE, lowPowerAtHighPrice } from '../support/ocpi/objects.ts';
import { createOcpiDriver, type OcpiOrder } from '../support/ocpi/ocpiDriver.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { SWITCHES } from '../support/ocpi/switches.ts';
import { until } from '../support/until.ts';

let shop: OcpiShop;
let driver: ReturnType<typeof createOcpiDriver>;
beforeAll(async () => {
  shop = await openOcpiShop();
  await shop.cpo.set({ payments: { isOffered: true } });
  await shop.cpo.fill(lowPowerAtHighPrice());
  await shop.connect();
  driver = createOcpiDriver(shop);
});
afterEach(() => shop.cpo.set({ cdr: SWITCHES.cdr, faults: [] }));
afterAll(() => shop.close());

const captured = (ordered: OcpiOrder) =>
  until(
    () => driver.paymentOf(ordered),
    payment => payment?.state === 'captured',
  );
const stopped = async (): Promise<OcpiOrder> => {
  const ordered = await driver.charged();
  await shop.operator.stopSession(ordered);
  return ordered;
};
const cdrs = async () => (await shop.cpo.state()).cdrs;
const waitsForPerson = ({ sessionId }: OcpiOrder) =>
  until(
    () => findSession(shop.store.db, sessionId),
    session => session?.review !== null && session?.review !== undefined,
  );
const alertsOn = async ({ sessionId }: OcpiOrder) =>
  (await listOpen(shop.store.db)).filter(({ subjectId }) => subjectId === sessionId).map(({ facts }) => facts.why);
async function type(name: string, { sessionId }: OcpiOrder, options: Readonly<Record<string, string>> = {}): Promise<void> {
  const session = await findSession(shop.store.db, sessionId);
  const typed = { who: 'Petra Lindqvist', transaction: String(session?.number), reason: 'Looked at', ...options };
  await linesOf({ store: shop.store, now: new Date() }, name, typed);
}
/** The gross price in cents by the app's tariff, with 19 % VAT. */
const priceOf = (kwh: unknown): number => Math.round(Number(kwh) * HIGH_PRICE * 119);
/** Returns the payment confirmations (financial advice) that the CPO has received. */
const advices = async () =>
  (await shop.cpo.state()).seen
    .filter(({ path }) => path.endsWith('/payments/financial-advice-confirmations'))
    .map(({ body }) => body as Record<string, unknown>);

describe('A CDR', () => {
  it.each([
    ['with taxes', {}],
    ['net only', { price: 'net only' }],
    ['rounded down by its CPO', { price: 'floor' }],
    ['told twice', { isDoubled: true }],
  ] as const)('%s, of the price that was sold, is billed without a person', async (_, cdr) => {
    await shop.cpo.set({ cdr });
    const ordered = await stopped();
    const payment = await captured(ordered);
    expect(payment?.capturedMinor).toBe(priceOf((await cdrs()).at(-1)?.total_energy));
    expect(await alertsOn(ordered)).toEqual([]);
  });

  it.each([
    ['taxed twice', { priceFactor: 1.19 }],
    ['lower', { priceFactor: 0.9 }],
  ] as const)('that is %s waits for a person, and is then billed by our tariff, once', async (_, cdr) => {
    await shop.cpo.set({ cdr });
    const ordered = await stopped();
    const session = await waitsForPerson(ordered);
    expect(session?.review).toMatchObject({ why: ['another price'], reference: (await cdrs()).at(-1)?.id });
    expect((await driver.paymentOf(ordered))?.state).toBe('authorised');
    await type('bill', ordered);
    expect((await captured(ordered))?.capturedMinor).toBe(priceOf((await cdrs()).at(-1)?.total_energy));
  });

  it('that its CPO takes back after the bill asks a person for a refund, with a credit note', async () => {
    await shop.cpo.set({ cdr: { isCredited: true } });
    const ordered = await stopped();
    const payment = await captured(ordered);
    await until(
      () => alertsOn(ordered),
      alerts => alerts.includes('an account was taken back after the bill'),
    );
    await type('refund', ordered, { amount: ((payment?.capturedMinor ?? 0) / 100).toFixed(2) });
    const documents = await until(
      () => listDocuments(shop.store.db, ordered.sessionId),
      list => list.length === 2,
    );
    expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
  });

  it('that is told again with other figures is not billed again: a person is told', async () => {
    await shop.cpo.set({ cdr: { isChanged: true } });
    const ordered = await stopped();
    const payment = await captured(ordered);
    await until(
      () => alertsOn(ordered),
      alerts => alerts.includes('another account of a billed session'),
    );
    expect((await driver.paymentOf(ordered))?.capturedMinor).toBe(payment?.capturedMinor);
  });

  it('of a signing meter brings its signed values, whose check the driver can see', async () => {
    await shop.cpo.set({ cdr: { signed: 'ocmf' } });
    const ordered = await stopped();
    await captured(ordered);
    const check = await shop.operator.checkBill({ receipt: ordered.sessionId });
    expect(check.records.map(({ verdict }) => verdict)).toEqual(['valid', 'valid']);
    expect(check.signedEnergyWh).toBe(Math.round(Number((await cdrs()).at(-1)?.total_energy) * 1000));
  });
});

describe('What was paid', () => {
  it('is told to the CPO once, under one id, with net and taxes, and no more of the card than a receipt shows', async () => {
    const ordered = await stopped();
    const payment = await captured(ordered);
    const session = await findSession(shop.store.db, ordered.sessionId);
    const own = async () =>
      (await advices()).filter(({ authorization_reference }) => authorization_reference === session?.authorizationReference);
    const [advice = {}] = await until(own, list => list.length > 0);
    const { incl_vat, excl_vat, taxes } = advice.total_costs as {
      incl_vat: number;
      excl_vat: number;
      taxes: { amount: number }[];
    };
    expect(Math.round(incl_vat * 100)).toBe(payment?.capturedMinor);
    expect(Math.round((excl_vat + (taxes[0]?.amount ?? 0)) * 100)).toBe(payment?.capturedMinor);
    expect(advice).toMatchObject({ capture_status_code: 'SUCCESS', currency: 'EUR', eft_data: expect.any(Array) });
    expect(advice.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await own()).toHaveLength(1);
  });

  it('is told again under the same id where the answer was lost', async () => {
    await shop.cpo.set({ faults: [{ module: 'payments', kind: 'lost', times: 1 }] });
    const before = (await advices()).length;
    await captured(await stopped());
    const received = await until(advices, list => list.length >= before + 2);
    expect(new Set(received.slice(before).map(({ id }) => id)).size).toBe(1);
  });
});

describe('An invoice that the CPO names', () => {
  const kindsFor = async (): Promise<readonly string[]> => {
    await shop.cpo.set({ cdr: { invoice: 'CPO-2026-17' } });
    const ordered = await stopped();
    await captured(ordered);
    return (await listDocuments(shop.store.db, ordered.sessionId)).map(({ kind }) => kind);
  };

  it('means nothing by itself: we write ours', async () => {
    expect(await kindsFor()).toEqual(['invoice']);
  });

  it('stands in for ours where it was agreed so: the driver gets a receipt', async () => {
    const { connections } = shop.ocpi.registration;
    await changeConnection(connections, shop.connectionId, () => ({ agreed: { invoices: 'cpo', isWholesale: false } }));
    expect(await kindsFor()).toEqual(['receipt']);
  });
});
