import type { ProviderPayout, ProviderPayoutRow } from '../../payoutPort.ts';
import type { Db, Trx } from '../store.ts';
import { PAYOUT, PAYOUT_ROW, type PayoutRecord, type PayoutRowRecord } from '../tables/bookTables.ts';
import { codecOf } from '../tables/codec.ts';

const codec = codecOf(PAYOUT);
const rowCodec = codecOf(PAYOUT_ROW);

export async function findPayout(db: Db, id: string): Promise<PayoutRecord | null> {
  const row = await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

const NOT_SUMMED = { capturedMinor: 0, refundedMinor: 0, feeMinor: 0, otherMinor: 0, rows: 0, matched: 0, wholeAt: null };

/** Keeps what the provider says of a payout; its rows come later. Answers it as it is kept then. */
export async function putPayout(
  trx: Trx,
  { payout, account, now }: { payout: ProviderPayout; account: string | null; now: Date },
): Promise<PayoutRecord> {
  const known = await findPayout(trx, payout.id);
  const { arrivedAt, paidMinor, state } = payout;
  if (!known) {
    const record = { ...NOT_SUMMED, ...payout, account, readAt: now };
    await trx.insertInto('payouts').values(codec.encode(record)).execute();
    return record;
  }
  const isSame = known.paidMinor === paidMinor && known.state === state && known.arrivedAt.getTime() === arrivedAt.getTime();
  if (isSame) return known;
  const changes = { paid_minor: paidMinor, state, arrived_at: arrivedAt.getTime(), read_at: now.getTime() };
  await trx.updateTable('payouts').set(changes).where('id', '=', payout.id).execute();
  return { ...known, arrivedAt, paidMinor, state, readAt: now };
}

/** Keeps a row of a payout; one that is known already stays as it is. */
export async function putPayoutRow(trx: Trx, payoutId: string, row: ProviderPayoutRow): Promise<void> {
  const { card, ...told } = row;
  const record = {
    ...told,
    payoutId,
    isMatched: false,
    cardCurrency: card?.currency ?? null,
    cardMinor: card?.amountMinor ?? null,
  };
  await trx
    .insertInto('payout_rows')
    .values(rowCodec.encode(record))
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute();
}

/** Rows that nothing of ours explains yet, in the order of their ids. */
export async function listUnmatched(
  db: Db,
  { payoutId, after, most }: { payoutId: string; after: string; most: number },
): Promise<PayoutRowRecord[]> {
  const rows = await db
    .selectFrom('payout_rows')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .where('is_matched', '=', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(rowCodec.decode);
}

/** Rows of payouts that were matched with a payment, of one kind. */
export async function listMatchedOf(
  db: Db,
  { paymentId, kind }: { paymentId: string; kind: PayoutRowRecord['kind'] },
): Promise<PayoutRowRecord[]> {
  const rows = await db
    .selectFrom('payout_rows')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('kind', '=', kind)
    .where('is_matched', '=', 1)
    .execute();
  return rows.map(rowCodec.decode);
}

export async function setMatched(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('payout_rows').set({ is_matched: 1 }).where('id', '=', id).execute();
}

/** Sums up the rows of a payout whose last row has been read. */
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
  const sum = (of: 'rows' | 'matched' | 'fee'): number => groups.reduce((all, group) => all + Number(group[of]), 0);
  await trx
    .updateTable('payouts')
    .set({
      captured_minor: amountOf('capture'),
      refunded_minor: 0 - amountOf('refund'),
      fee_minor: sum('fee') - amountOf('fee'),
      other_minor: amountOf('other'),
      rows: sum('rows'),
      matched: sum('matched'),
      whole_at: now.getTime(),
    })
    .where('id', '=', id)
    .execute();
}
