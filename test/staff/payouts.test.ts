import { afterEach, describe, expect, it } from '@jest/globals';
import type { ProviderPayout, ProviderPayoutRow } from '../../server/core/ports/payoutPort.ts';
import { later } from '../../server/core/records/instants.ts';
import { enqueueRefund } from '../../server/shop/payments/refunds.ts';
import { bookkeepingOf } from '../../server/staff/commands/ledgerQueries.ts';
import { readAccounts } from '../../server/staff/ledger/accounts.ts';
import { extfBatch } from '../../server/staff/ledger/extf.ts';
import { getBook } from '../../server/staff/ledger/ledger.ts';
import { payoutsCsv } from '../../server/staff/ledger/payoutsCsv.ts';
import { handleReadPayoutRows, handleReadPayouts } from '../../server/staff/ledger/readPayouts.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { linesOf } from '../support/commandLines.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';
import { until } from '../support/until.ts';

describe.each(bothEngines())('Payouts in the books, on %s', (_, openStore) => {
  let shop: OpenOperator;
  afterEach(() => shop.close());
  const open = async () => {
    shop = await openOperator({ store: await openStore(), startsAt: '2026-11-02T10:00:00Z' });
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
  const charged = async (): Promise<Ordered & { paymentId: string; number: number; minor: number }> => {
    const ordered = await shop.charging();
    await shop.pass(30);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
    await happened(async () => (await shop.payment(ordered)).state === 'captured');
    const { id, capturedMinor } = await shop.payment(ordered);
    return { ...ordered, paymentId: id, number: (await shop.session(ordered)).number, minor: capturedMinor ?? 0 };
  };
  const bookkeeping = () => bookkeepingOf({ store: shop.store, now: shop.clock.now() });
  const book = () => getBook(bookkeeping(), { period: '2026-11' });

  const bookLater = (days: number) =>
    getBook({ ...bookkeeping(), now: later(shop.clock.now(), days * DAY_MS) }, { period: '2026-11' });

  let rowCount = 0;
  const row = (
    kind: ProviderPayoutRow['kind'],
    amountMinor: number,
    more: Partial<ProviderPayoutRow> = {},
  ): ProviderPayoutRow => ({
    id: `txn_${String(++rowCount).padStart(4, '0')}`,
    at: shop.clock.now(),
    kind,
    ref: more.paymentId ? `pi_${more.paymentId}` : null,
    paymentId: null,
    amountMinor,
    feeMinor: 0,
    card: kind === 'capture' || kind === 'refund' ? { currency: 'EUR', amountMinor } : null,
    ...more,
  });
  const pays = (id: string, rows: ProviderPayoutRow[], more: Partial<ProviderPayout> = {}): void => {
    const paidMinor = rows.reduce((sum, { amountMinor, feeMinor }) => sum + amountMinor - feeMinor, 0);
    const payout = { id, arrivedAt: shop.clock.now(), currency: 'EUR', paidMinor, state: 'paid', ...more } as const;
    shop.payments.paidOut.push({ payout, rows });
  };
  /** Runs the command that reads payouts, and waits until the running app has read them. */
  const read = async (options: Record<string, string> = {}) => {
    await shop.pass(60);
    await linesOf({ store: shop.store, now: shop.clock.now() }, 'payouts', { ...options, who: 'Mira' });
    await happened(async () => (await openJobs()) === 0);
  };
  const openJobs = async (): Promise<number> => {
    const open = shop.store.db.selectFrom('outbox').select('id').where('done_at', 'is', null);
    return (await open.where('kind', 'in', ['read-payouts', 'read-payout-rows']).execute()).length;
  };
  const everything = async () => {
    await book();
    return readAll();
  };
  const readAll = async () => ({
    payouts: await shop.store.db.selectFrom('payouts').selectAll().orderBy('id').execute(),
    rows: await shop.store.db.selectFrom('payout_rows').selectAll().orderBy('id').execute(),
  });

  it('are matched with captures and refunds, and what nobody knows is named', async () => {
    await open();
    const [one, other] = [await charged(), await charged()];
    await enqueueRefund(
      { store: shop.store, now: shop.clock.now() },
      { number: one.number, amountMinor: 200, reason: 'Goodwill' },
    );
    await happened(async () => (await shop.payment(one)).refundedMinor === 200);
    const stranger = row('capture', 1470, { paymentId: 'of-another-shop', feeMinor: 47 });
    pays('po_1', [
      row('capture', one.minor, { paymentId: one.paymentId, feeMinor: 38 }),
      row('capture', other.minor, { paymentId: other.paymentId, feeMinor: 38 }),
      row('refund', -200, { paymentId: one.paymentId }),
      row('fee', -150),
      stranger,
    ]);
    await read();
    const { payouts } = await book();
    expect(payouts).toMatchObject([
      {
        id: 'po_1',
        capturedMinor: one.minor + other.minor + 1470,
        refundedMinor: 200,
        feeMinor: 38 + 38 + 47 + 150,
        otherMinor: 0,
        paidMinor: one.minor + other.minor + 1470 - 200 - 273,
        gapMinor: 0,
        rows: 5,
        matched: 4,
        unknown: [{ id: stranger.id, kind: 'capture', amountMinor: 1470, ref: 'pi_of-another-shop' }],
      },
    ]);
    const lines = (await linesOf({ store: shop.store, now: shop.clock.now() }, 'books', { period: '2026-11' }))?.join('\n');
    expect(lines).toContain('4 of 5');
  });

  it('take a capture once, only in its amount and currency, and no refund that was not given', async () => {
    await open();
    const { paymentId, minor } = await charged();
    pays('po_1', [
      row('capture', minor - 1, { paymentId }),
      row('capture', minor, { paymentId, card: { currency: 'CHF', amountMinor: minor } }),
      row('capture', minor - 9, { paymentId, card: { currency: 'EUR', amountMinor: minor } }),
      row('capture', minor, { paymentId }),
      row('refund', -1, { paymentId }),
    ]);
    await read();
    const [payout] = (await book()).payouts;
    expect(payout).toMatchObject({ rows: 5, matched: 1 });
    expect(payout?.unknown.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['capture', minor - 1],
      ['capture', minor],
      ['capture', minor],
      ['refund', -1],
    ]);
  });

  it('are the same when they are read again, by several at once, and after a crash at any page', async () => {
    await open();
    const orders = [await charged(), await charged(), await charged()];
    for (const id of ['po_1', 'po_2', 'po_3'])
      pays(id, [
        ...orders.map(({ paymentId, minor }) => row('capture', minor, { paymentId })),
        row('fee', -50),
        row('other', -7),
      ]);
    for (let n = 1; n <= 9; n++)
      shop.payments.trouble('payouts', ...(n % 2 === 0 ? (['lost'] as const) : (['unheard'] as const)));
    await read();
    const first = await everything();
    expect(first.rows).toHaveLength(15);
    expect(first.payouts.map(({ rows, whole_at: wholeAt }) => [rows, wholeAt !== null])).toEqual(Array(3).fill([5, true]));
    // Every capture and every fee is assigned to one payout, in whatever order the payouts are read.
    expect(first.payouts.reduce((sum, { matched }) => sum + matched, 0)).toBe(6);
    await read();
    await shop.restart();
    await read();
    const context = { store: shop.store, payments: shop.payments, clock: shop.clock, wake: () => undefined };
    await Promise.all([
      handleReadPayouts(context, { subjectId: '- 2026-11-01 2026-11-09', n: 77 }),
      handleReadPayouts(context, { subjectId: '- 2026-11-01 2026-11-09', n: 78 }),
      handleReadPayoutRows(context, { subjectId: 'po_2', n: 79 }),
    ]);
    await happened(async () => (await openJobs()) === 0);
    const again = await everything();
    expect(again.rows).toEqual(first.rows);
    const facts = ({ whole_at: _whole, booked_at: _booked, ...payout }: (typeof first.payouts)[number]) => payout;
    expect(again.payouts.map(facts)).toEqual(first.payouts.map(facts));
  });

  it('name a capture that has come with none after two weeks, and no longer once it has', async () => {
    await open();
    pays('po_0', []);
    await read();
    const [delayed, paid] = [await charged(), await charged()];
    pays('po_1', [row('capture', paid.minor, { paymentId: paid.paymentId })]);
    await read();
    expect((await book()).notPaidOut).toEqual([]);
    expect((await bookLater(13)).notPaidOut).toEqual([]);
    expect((await bookLater(15)).notPaidOut).toMatchObject([
      { number: delayed.number, currency: 'EUR', capturedMinor: delayed.minor },
    ]);
    pays('po_2', [row('capture', delayed.minor, { paymentId: delayed.paymentId })]);
    await read();
    expect((await bookLater(15)).notPaidOut).toEqual([]);
  });

  it('say nothing of captures before the first payout that was read', async () => {
    await open();
    await charged();
    expect((await bookLater(20)).notPaidOut).toEqual([]);
    pays('po_1', []);
    await read();
    expect((await bookLater(20)).notPaidOut).toEqual([]);
  });

  it('are read every night, and know what has come to us since: a refund, or that the bank has sent one back', async () => {
    await open();
    const { paymentId, minor, ref } = await charged();
    pays('po_1', [row('capture', minor, { paymentId }), row('refund', -300, { paymentId })]);
    await shop.clock.passAsleep(DAY_MS);
    await happened(async () => (await book()).payouts.length === 1);
    expect((await book()).payouts).toMatchObject([{ matched: 1, state: 'paid' }]);
    shop.payments.change(ref, { refundedMinor: 300 });
    await shop.operator.onProviderNotice(ref);
    const [stored] = shop.payments.paidOut;
    Object.assign(stored?.payout ?? {}, { state: 'failed' });
    await shop.clock.passAsleep(DAY_MS);
    await happened(async () => (await book()).payouts[0]?.state === 'failed');
    await happened(async () => (await book()).payouts[0]?.matched === 2);
    expect((await book()).payouts).toMatchObject([{ paidMinor: minor - 300, gapMinor: 0, matched: 2, rows: 2 }]);
    // The bank has returned the payout, so the payment provider owes the captured amount minus the refund again.
    const { moved } = await book();
    expect(moved.map(({ kind, minor: by }) => [kind, by])).toEqual([
      ['capture', minor],
      ['outside', -300],
      ['payout', 300 - minor],
      ['returned', minor - 300],
    ]);
  });

  it('say where a payout is not what its rows add up to', async () => {
    await open();
    pays('po_1', [row('fee', -50)], { paidMinor: 1000 });
    await read();
    expect((await book()).payouts).toMatchObject([{ paidMinor: 1000, gapMinor: 1050 }]);
  });

  it('are taken along as a list with every row, and booked at DATEV with their fees', async () => {
    await open();
    const { paymentId, minor, number } = await charged();
    pays('po_1', [row('capture', minor, { paymentId, feeMinor: 38 }), row('fee', -12), row('other', -5)]);
    await read();
    const csv = await textOf(payoutsCsv(bookkeeping(), { period: '2026-11', decimal: ',' }));
    const lines = csv.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('payout;arrived;state;currency;paid;row;at;kind;payment;transaction;amount;fee;matched;supplier');
    expect(lines[1]).toMatch(
      new RegExp(`^po_1;2026-11-02;paid;EUR;7,98;txn_\\d+;.*;capture;pi_.*;${number};8,53;0,38;yes;blaufink$`),
    );
    const none = { consultant: 1001, client: 1, accounts: readAccounts(''), supplier: 'blaufink', yearStart: '01-01' };
    const holder = { ...bookkeeping(), accountHolder: 'blaufink' };
    const batch = await textOf(extfBatch(holder, { period: '2026-11', currency: 'EUR', ...none }));
    // Amounts with a payment belong to the payment's supplier. Fees and adjustments without a payment belong to the holder of the
    // payment account.
    for (const [amount, account] of [
      ['8,15', '1200'],
      ['0,17', '1200'],
      ['0,38', '4970'],
      ['0,12', '4970'],
      ['0,05', '1792'],
    ])
      expect(batch).toMatch(new RegExp(`^${amount};"[SH]";"EUR";;;;1360;${account};`, 'm'));
  });

  it('refuse days that are none', async () => {
    await open();
    const runPayouts = (options: Record<string, string>) =>
      linesOf({ store: shop.store, now: shop.clock.now() }, 'payouts', { ...options, who: 'Mira' });
    for (const from of ['2026-02-30', 'yesterday', '2026-1-1'])
      await expect(runPayouts({ from })).rejects.toThrow('Invalid date');
    await expect(runPayouts({ from: '2026-11-03', to: '2026-11-03' })).rejects.toThrow('--from must be before --to');
    expect((await runPayouts({ from: '2026-10-01', to: '2026-11-01' }))?.[0]).toContain('2026-10-01');
  });
});

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1').replace(/^ï»¿/, '');
}
