import { afterEach, describe, expect, it } from '@jest/globals';
import { createHolidays } from '../../server/core/pricing/holidays.ts';
import { enqueueRefund } from '../../server/shop/payments/refunds.ts';
import { readAccounts } from '../../server/staff/ledger/accounts.ts';
import { sessionsCsv } from '../../server/staff/ledger/entriesCsv.ts';
import { extfBatch } from '../../server/staff/ledger/extf.ts';
import { getBook } from '../../server/staff/ledger/ledger.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { linesOf } from '../support/commandLines.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';
import { until } from '../support/until.ts';

describe.each(bothEngines())('The books, on %s', (_, openStore) => {
  let shop: OpenOperator;
  afterEach(() => shop.close());
  const open = async (startsAt = '2026-11-21T10:00:00Z') => {
    shop = await openOperator({ store: await openStore(), startsAt });
  };
  const ended = async (energyWh: number): Promise<Ordered> => {
    const ordered = await shop.charging();
    await shop.pass(30);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh });
    return ordered;
  };
  const isCaptured = (ordered: Ordered) => happened(async () => (await shop.payment(ordered)).state === 'captured');
  const charged = async (energyWh = 17_408): Promise<Ordered> => {
    const ordered = await ended(energyWh);
    await isCaptured(ordered);
    return ordered;
  };
  /**
   * Advances the clock in small steps until the condition is met. One large step would not suffice, because the database needs
   * real time.
   */
  const happened = (isSo: () => Promise<boolean>) =>
    until(
      async () => {
        await shop.pass(5);
        return isSo();
      },
      so => so,
    );
  const bookkeeping = () => ({
    store: shop.store,
    documentFiles: null,
    holidays: createHolidays(),
    now: shop.clock.now(),
    timeZone: 'Europe/Berlin',
    payoutDays: 14,
  });
  const book = (period: string, before: string | null = null) => getBook(bookkeeping(), { period, before });
  const refund = (number: number, amountMinor: number) =>
    enqueueRefund({ store: shop.store, now: shop.clock.now() }, { number, amountMinor, reason: 'Goodwill' });

  it('agree when what was captured, billed and priced anew is the same', async () => {
    await open();
    await charged();
    await charged(20_000);
    const { sums, differences, agree, vat, numbers, pending } = await book('2026-11-21');
    expect(pending).toBe(false);
    expect(differences).toEqual([]);
    expect(sums).toMatchObject([
      { currency: 'EUR', sessions: 2, energyWh: 37_408, capturedMinor: 1833, billedMinor: 1833, pricedMinor: 1833, open: 0 },
    ]);
    expect(agree.map(({ document, capturedMinor }) => [document, capturedMinor])).toEqual([
      ['R-BLA-2026-000002', 980],
      ['R-BLA-2026-000001', 853],
    ]);
    expect(vat).toMatchObject([{ country: 'de', percent: 19, grossMinor: 1833 }]);
    expect(vat[0]!.netMinor + vat[0]!.vatMinor).toBe(1833);
    expect(numbers).toEqual([{ first: 'R-BLA-2026-000001', last: 'R-BLA-2026-000002', documents: 2, gaps: [] }]);
  });

  it('put an evening on the day of their own calendar, and add days to months', async () => {
    await open('2026-11-30T22:55:00Z');
    await charged();
    await shop.pass(300);
    await charged();
    expect((await book('2026-11-30')).sums).toMatchObject([{ sessions: 1 }]);
    expect((await book('2026-12-01')).sums).toMatchObject([{ sessions: 1 }]);
    const december = await book('2026-12');
    expect(december.days).toMatchObject([{ day: '2026-12-01', sums: [{ sessions: 1 }] }]);
    expect(december).toMatchObject({ before: '2026-11', after: null });
    expect((await book('2026-11')).after).toBe('2026-12');
    await expect(book('2026-13')).rejects.toThrow(/day or a month/);
    await expect(book('2026-02-30')).rejects.toThrow(/day or a month/);
  });

  it('name what was captured for no bill first, and what is explained after it', async () => {
    await open();
    await charged();
    // This energy costs more than the hold. Staff bill the amount of the hold.
    const above = await ended(200_000);
    await happened(async () => (await shop.session(above)).review !== null);
    const typed = { who: 'Petra Lindqvist', transaction: String((await shop.session(above)).number), reason: 'Looked at' };
    await linesOf({ store: shop.store, now: shop.clock.now() }, 'bill', typed);
    await isCaptured(above);
    const lapsed = await shop.charging();
    shop.payments.change(lapsed.ref, { state: 'released', captureBefore: null });
    await shop.operator.onProviderNotice(lapsed.ref);
    await shop.pass(60);
    await shop.stations.end(lapsed.authorizationReference, { at: shop.clock.now(), energyWh: 10_000 });
    await happened(async () => (await shop.session(lapsed)).state === 'completed');
    shop.payments.change(lapsed.ref, { state: 'captured', capturedMinor: 4000 });
    await shop.operator.onProviderNotice(lapsed.ref);
    await shop.pass(5);
    const { differences, sums, agree } = await book('2026-11-21');
    expect(differences.map(({ why, isOpen, capturedMinor, pricedMinor }) => [why, isOpen, capturedMinor, pricedMinor])).toEqual([
      ['taken-without-order', true, 4000, 0],
      ['unpaid', true, 0, 490],
      ['capped', false, 8000, 9800],
    ]);
    expect(agree).toHaveLength(1);
    expect(sums).toMatchObject([{ open: 2, openMinor: 3510, explained: 1, explainedMinor: -1800 }]);
  });

  it('have every line although one session cannot be priced any more: that one is to be looked at', async () => {
    await open();
    const unpriced = await charged();
    await charged(20_000);
    const { db } = shop.store;
    await db.updateTable('orders').set({ tariff_version: 'gone' }).where('id', '=', unpriced.orderId).execute();
    await db.deleteFrom('book_lines').execute();
    const { number } = await shop.session(unpriced);
    const { sums, differences, agree, pending } = await book('2026-11-21');
    expect(pending).toBe(false);
    expect(differences).toMatchObject([{ number, why: 'priced-otherwise', isOpen: true, capturedMinor: 853, pricedMinor: 0 }]);
    expect(agree).toMatchObject([{ capturedMinor: 980, pricedMinor: 980 }]);
    expect(sums).toMatchObject([{ sessions: 2, capturedMinor: 1833, billedMinor: 1833, open: 1 }]);
  });

  it('show money given back beside the credit note for it, on the day that it went', async () => {
    await open('2026-11-21T22:55:00Z');
    const { number } = await shop.session(await charged());
    await shop.pass(900);
    await refund(number, 500);
    await happened(async () => (await shop.documents()).length === 2);
    expect((await book('2026-11-21')).sums).toMatchObject([{ capturedMinor: 853, refundedMinor: 0, creditedMinor: 0 }]);
    const next = await book('2026-11-22');
    expect(next.sums).toMatchObject([{ capturedMinor: 0, refundedMinor: 500, creditedMinor: 500, open: 0 }]);
    expect(next.vat).toMatchObject([{ percent: 19, grossMinor: -500 }]);
    expect((await book('2026-11')).differences).toEqual([]);
  });

  it('tell which numbers no document has, also between two days', async () => {
    await open('2026-11-21T22:55:00Z');
    await charged();
    await shop.store.db.updateTable('counters').set({ value: 3 }).execute();
    await shop.pass(300);
    await charged();
    expect((await book('2026-11-21')).numbers).toMatchObject([{ gaps: [] }]);
    expect((await book('2026-11-22')).numbers).toMatchObject([{ first: 'R-BLA-2026-000004', gaps: ['R-BLA-2026-000002–3'] }]);
    expect((await book('2026-11')).numbers).toMatchObject([{ documents: 2, gaps: ['R-BLA-2026-000002–3'] }]);
  });

  it('are kept by the worker, and the same when nobody has kept them', async () => {
    await open();
    await charged();
    const lines = () => shop.store.db.selectFrom('book_lines').selectAll().execute();
    await happened(async () => (await lines()).length === 1);
    const linesBefore = await lines();
    const before = await book('2026-11');
    await shop.store.db.deleteFrom('book_lines').execute();
    await shop.store.db.deleteFrom('book_entries').execute();
    expect(await book('2026-11')).toEqual(before);
    expect(await lines()).toEqual(linesBefore);
  });

  it('are taken along as a list for a spreadsheet, whole, and as a booking batch for DATEV', async () => {
    await open('2026-11-21T22:30:00Z');
    const { number } = await shop.session(await charged());
    await refund(number, 500);
    await happened(async () => (await shop.documents()).length === 2);
    const csv = await textOf(sessionsCsv(bookkeeping(), { period: '2026-11', decimal: ',' }), 'utf-8');
    expect(csv.trim().split('\r\n')).toEqual([
      'day;settled_at;transaction;document;energy_kwh;signed;currency;captured;billed;priced_anew;difference;open;supplier;unbilled_max_kwh',
      expect.stringMatching(
        new RegExp(`^2026-11-21;2026-11-21T.*Z;${number};R-BLA-2026-000001;17,408;no;EUR;8,53;8,53;8,53;;no;blaufink;$`),
      ),
    ]);
    const batch = { period: '2026-11', currency: 'EUR' as const, consultant: 29_098, client: 55_003, accounts: readAccounts('') };
    const whose = { supplier: 'blaufink', yearStart: '07-01' };
    const [head = '', heads = '', ...rows] = (
      await textOf(extfBatch(bookkeeping(), { ...batch, ...whose }), 'windows-1252')
    ).split('\r\n');
    expect(head).toMatch(
      /^"EXTF";700;21;"Buchungsstapel";13;20261121\d{9};;"";"";"";29098;55003;20260701;4;20261101;20261130;"Ladevorgänge 2026-11";"";1;0;0;"EUR";;"";;;"03";;;"";""$/,
    );
    const names = heads.split(';');
    const read = rows.filter(Boolean).map(row => Object.fromEntries(row.split(';').map((cell, n) => [names[n], cell])));
    expect(rows.filter(Boolean).map(row => row.split(';').length)).toEqual([125, 125, 125, 125]);
    expect(read).toMatchObject([
      {
        'Umsatz (ohne Soll/Haben-Kz)': '8,53',
        'Soll/Haben-Kennzeichen': '"S"',
        'WKZ Umsatz': '"EUR"',
        Konto: '1410',
        'Gegenkonto (ohne BU-Schlüssel)': '8400',
        Belegdatum: '2111',
        'Belegfeld 1': '"R-BLA-2026-000001"',
        Buchungstext: `"Ladevorgang ${number}"`,
        Leistungsdatum: '21112026',
        'Datum Zuord. Steuerperiode': '21112026',
      },
      { 'Umsatz (ohne Soll/Haben-Kz)': '5,00', 'Soll/Haben-Kennzeichen': '"H"', 'Belegfeld 1': '"G-BLA-2026-000001"' },
      { 'Umsatz (ohne Soll/Haben-Kz)': '8,53', Konto: '1360', 'Gegenkonto (ohne BU-Schlüssel)': '1410', Belegdatum: '2111' },
      { 'Umsatz (ohne Soll/Haben-Kz)': '5,00', 'Soll/Haben-Kennzeichen': '"H"', Konto: '1360' },
    ]);
    const other = await textOf(extfBatch(bookkeeping(), { ...batch, ...whose, currency: 'CHF' }), 'windows-1252');
    expect(other.trim().split('\r\n')).toHaveLength(2);
  });
});

async function textOf(bytes: AsyncIterable<Uint8Array>, encoding: string): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const some of bytes) all.push(some);
  return new TextDecoder(encoding).decode(Buffer.concat(all));
}
