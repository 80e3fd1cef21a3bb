import type { Currency } from '../../../shared/model/money.ts';
import type { Db } from '../engine/database.ts';

export interface MoneyRow {
  currency: Currency;
  amountMinor: number;
  capturedMinor: number | null;
  isSettled: boolean;
}

/** Lists holds that were authorised in a period, and refunds that were completed in it. */
export async function listMoneyOf(db: Db, { from, to }: { from: Date; to: Date }) {
  const holds = await db
    .selectFrom('payments')
    .select(['currency', 'amount_minor', 'captured_minor', 'settled_at'])
    .where('authorised_at', '>=', from.getTime())
    .where('authorised_at', '<', to.getTime())
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['payments.currency', 'refunds.amount_minor'])
    .where('refunds.done_at', '>=', from.getTime())
    .where('refunds.done_at', '<', to.getTime())
    .where('refunds.state', '=', 'done')
    .execute();
  return {
    holds: holds.map(
      ({ currency, amount_minor, captured_minor, settled_at }): MoneyRow => ({
        currency,
        amountMinor: amount_minor,
        capturedMinor: captured_minor,
        isSettled: settled_at !== null,
      }),
    ),
    refunds: refunds.map(({ currency, amount_minor }) => ({ currency, amountMinor: amount_minor })),
  };
}
