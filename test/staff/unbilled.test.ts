import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHolidays } from '../../server/core/pricing/holidays.ts';
import { sessionsCsv } from '../../server/staff/ledger/entriesCsv.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let app: OpenOperator;
beforeEach(async () => {
  app = await openOperator();
});
afterEach(() => app.close());

/** Sends a report in which up to the given energy was delivered before the first meter value. This energy is not billed. */
async function report(ordered: Ordered, unbilledWh: number): Promise<void> {
  const { authorizationReference } = ordered;
  const { startedAt } = await app.session(ordered);
  const charging = { authorizationReference, state: 'charging', startedAt, endedAt: null, isFinal: false } as const;
  await app.operator.report(authorizationReference, { ...charging, readings: [], signedValues: [], unbilledWh });
}
const shownOf = async (ordered: Ordered) => {
  const operating = app.operator.console.operatingAs({ name: 'Petra Lindqvist', may: 'read', by: 'link' }, 'request');
  return (await operating.getSession({ number: (await app.session(ordered)).number }))?.unbilledWh;
};
async function listed(): Promise<readonly string[]> {
  const bookkeeping = {
    store: app.store,
    documentFiles: null,
    holidays: createHolidays(),
    now: app.clock.now(),
    timeZone: 'Europe/Berlin',
    payoutDays: 14,
  };
  const pieces: Uint8Array[] = [];
  const period = app.clock.now().toISOString().slice(0, 7);
  for await (const piece of sessionsCsv(bookkeeping, { period, decimal: '.' })) pieces.push(piece);
  const rows = Buffer.concat(pieces).toString('utf8').trim().split('\r\n');
  return rows.map(row => row.split(',').at(-1) ?? '');
}

describe('Energy before the first meter value', () => {
  it('is shown with its session and in the list of the books', async () => {
    const ordered = await app.charging();
    await report(ordered, 1834);
    await billed(app, ordered);
    await app.pass(60);
    expect(await shownOf(ordered)).toBe(1834);
    expect(await listed()).toEqual(['unbilled_max_kwh', '1.834']);
  });

  it('is shown nowhere once a signed record shows that nothing flowed', async () => {
    const ordered = await app.charging();
    await report(ordered, 1834);
    await report(ordered, 0);
    await billed(app, ordered);
    await app.pass(60);
    expect(await shownOf(ordered)).toBeNull();
    expect(await listed()).toEqual(['unbilled_max_kwh', '']);
  });

  it('raises one alert for its station, however often it is reported', async () => {
    const give = () =>
      app.operator.reportAnomaly({
        why: 'a station gives no usable meter value at the start',
        authorizationReference: null,
        session: 'CP1',
      });
    await give();
    await give();
    expect(await app.attention()).toEqual(['a station gives no usable meter value at the start']);
  });
});
