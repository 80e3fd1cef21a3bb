import { sql } from 'kysely';
import type { ProviderPayout, ProviderPayoutRow } from '../../core/ports/payoutPort.ts';
import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import { PAYOUT, PAYOUT_ROW, type PayoutRecord, type PayoutRowRecord } from '../tables/ledgerTables.ts';

const codec = codecOf(PAYOUT);
const rowCodec = codecOf(PAYOUT_ROW);

export async function findPayout(db: Db, id: string): Promise<PayoutRecord | null> {
  const row = await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

const NOT_SUMMED = {
  capturedMinor: 0,
  refundedMinor: 0,
  feeMinor: 0,
  otherMinor: 0,
  rows: 0,
  matched: 0,
  wholeAt: null,
  bookedAt: null,
};

/**
 * Stores the data of a payout, without its rows.
 * @returns the stored payout
 */
export async function putPayout(
  trx: Trx,
  { payout, account, now }: { payout: ProviderPayout; account: string | null; now: Date },
): Promise<PayoutRecord> {
  const known = await findPayout(trx, payout.id);
  const { arrivedAt, paidMinor, state } = payout;
  if (!known) {
    const record = { ...NOT_SUMMED, ...payout, account, readAt: now, failedAt: state === 'failed' ? now : null };
    await trx.insertInto('payouts').values(codec.encode(record)).execute();
    return record;
  }
  const isSame = known.paidMinor === paidMinor && known.state === state && known.arrivedAt.getTime() === arrivedAt.getTime();
  if (isSame) return known;
  const failedAt = state === 'failed' ? (known.failedAt ?? now) : null;
  const changed = { ...known, arrivedAt, paidMinor, state, readAt: now, failedAt, bookedAt: null };
  await trx.updateTable('payouts').set(codec.encode(changed)).where('id', '=', payout.id).execute();
  return changed;
}

/** Stores one row of a payout. A row that is already stored stays unchanged. */
export async function putPayoutRow(trx: Trx, payoutId: string, row: ProviderPayoutRow): Promise<void> {
  const { card, ...reported } = row;
  const record = {
    ...reported,
    payoutId,
    isMatched: false,
    supplier: null,
    cardCurrency: card?.currency ?? null,
    cardMinor: card?.amountMinor ?? null,
  };
  await trx
    .insertInto('payout_rows')
    .values(rowCodec.encode(record))
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute();
}

/** Lists the rows of a payout that match no payment or refund, sorted by id. */
export async function listUnmatched(
  db: Db,
  { payoutId, after, limit }: { payoutId: string; after: string; limit: number },
): Promise<PayoutRowRecord[]> {
  const rows = await db
    .selectFrom('payout_rows')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .where('is_matched', '=', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(rowCodec.decode);
}

/** Lists the rows of one kind that concern a payment, across all payouts, oldest first. */
export async function listRowsOf(
  db: Db,
  { paymentId, kind }: { paymentId: string; kind: PayoutRowRecord['kind'] },
): Promise<PayoutRowRecord[]> {
  const rows = await db
    .selectFrom('payout_rows')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('kind', '=', kind)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(rowCodec.decode);
}

/** Lists the unmatched rows that concern a payment. Payouts whose rows are not all read yet are left out. */
export async function listUnmatchedOf(db: Db, paymentId: string): Promise<PayoutRowRecord[]> {
  const rows = await db
    .selectFrom('payout_rows')
    .innerJoin('payouts', 'payouts.id', 'payout_id')
    .selectAll('payout_rows')
    .where('payment_id', '=', paymentId)
    .where('is_matched', '=', 0)
    .where('whole_at', 'is not', null)
    .orderBy('payout_rows.id')
    .execute();
  return rows.map(rowCodec.decode);
}

export async function setMatched(trx: Trx, id: string, isMatched: boolean): Promise<void> {
  await trx
    .updateTable('payout_rows')
    .set({ is_matched: isMatched ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

/** Computes and stores the sums of a payout's rows. Call this after the last row was read. */
export async function sumUpPayout(trx: Trx, id: string, now: Date): Promise<void> {
  const groups = await trx
    .selectFrom('payout_rows')
    .select(eb => [
      'kind',
      eb.fn.countAll().as('rows'),
      eb.fn.sum('is_matched').as('matched'),
      eb.fn.sum('amount_minor').as('amount'),
      eb.fn.sum('fee_minor').as('fee'),
    ])
    .where('payout_id', '=', id)
    .groupBy('kind')
    .execute();
  const amountOf = (kind: PayoutRowRecord['kind']): number => Number(groups.find(group => group.kind === kind)?.amount ?? 0);
  const sum = (of: 'rows' | 'matched' | 'fee' | 'amount'): number => groups.reduce((all, group) => all + Number(group[of]), 0);
  await trx
    .updateTable('payouts')
    .set({
      captured_minor: amountOf('capture'),
      refunded_minor: 0 - amountOf('refund'),
      fee_minor: sum('fee') - amountOf('fee'),
      other_minor: sum('amount') - amountOf('capture') - amountOf('refund') - amountOf('fee'),
      rows: sum('rows'),
      matched: sum('matched'),
      whole_at: now.getTime(),
      booked_at: null,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Stores the brand of each row: the brand of its payment. Without a payment, it is the owner of the account at the payment
 * provider.
 */
export async function setSuppliers(trx: Trx, { payoutId, holder }: { payoutId: string; holder: string }): Promise<void> {
  const ofPayment = sql<string>`coalesce((select client_id from payments where payments.id = payout_rows.payment_id), ${holder})`;
  await trx
    .updateTable('payout_rows')
    .set({ supplier: ofPayment })
    .where('payout_id', '=', payoutId)
    .where('supplier', 'is', null)
    .execute();
}

/** Sums of the rows of a payout that are posted to the same ledger accounts. */
export type RowGroup = Pick<PayoutRowRecord, 'kind' | 'isMatched' | 'amountMinor' | 'feeMinor' | 'cardCurrency'> & {
  supplier: string;
  cardMinor: number;
};

export async function groupRows(db: Db, payoutId: string): Promise<RowGroup[]> {
  const rows = await db
    .selectFrom('payout_rows')
    .select(eb => [
      ...(['supplier', 'kind', 'is_matched', 'card_currency'] as const),
      eb.fn.sum('amount_minor').as('amount'),
      eb.fn.sum('fee_minor').as('fee'),
      eb.fn.sum('card_minor').as('card'),
    ])
    .where('payout_id', '=', payoutId)
    .groupBy(['supplier', 'kind', 'is_matched', 'card_currency'])
    .execute();
  return rows.map(({ supplier, kind, is_matched: isMatched, card_currency: cardCurrency, amount, fee, card }) => ({
    ...{ supplier: supplier ?? '', kind, isMatched: isMatched === 1, cardCurrency },
    ...{ amountMinor: Number(amount), feeMinor: Number(fee), cardMinor: Number(card ?? 0) },
  }));
}

/** Lists the rows of a payout that refer to another payout, or to the return of one. */
export async function listPassing(
  db: Db,
  payoutId: string,
): Promise<{ ref: string | null; supplier: string; amountMinor: number }[]> {
  const rows = await db
    .selectFrom('payout_rows')
    .select(['ref', 'supplier', 'amount_minor'])
    .where('payout_id', '=', payoutId)
    .where('kind', 'in', ['payout', 'returned'])
    .execute();
  return rows.map(({ ref, supplier, amount_minor }) => ({ ref, supplier: supplier ?? '', amountMinor: Number(amount_minor) }));
}

/** Marks later payouts with a row that refers to this payout, so that their ledger movements are computed again. */
export async function rebookAfter(trx: Trx, { id, arrivedAt }: Pick<PayoutRecord, 'id' | 'arrivedAt'>): Promise<void> {
  const passing = sql<string>`(select payout_id from payout_rows where ref = ${id} and kind in ('payout', 'returned'))`;
  await trx
    .updateTable('payouts')
    .set({ booked_at: null })
    .where('id', 'in', passing)
    // Marks only later payouts. Two payouts that refer to each other would otherwise mark each other for ever.
    .where(eb =>
      eb.or([
        eb('arrived_at', '>', arrivedAt.getTime()),
        eb.and([eb('arrived_at', '=', arrivedAt.getTime()), eb('id', '>', id)]),
      ]),
    )
    .execute();
}

export async function noteBooked(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.updateTable('payouts').set({ booked_at: at.getTime() }).where('id', '=', id).execute();
}
