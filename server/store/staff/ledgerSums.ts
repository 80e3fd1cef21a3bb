import { sql } from 'kysely';
import type { BookReason } from '../../../shared/console/ledger.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { Db } from '../engine/database.ts';
import { isOf, type Span, within } from './ledgerRows.ts';

/** Sums the reconciliation lines by brand and currency. */
export async function sumLines(db: Db, span: Span) {
  const sumIf = (condition: string) =>
    sql<number>`coalesce(sum(case when ${sql.raw(condition)} then captured_minor - priced_minor else 0 end), 0)`;
  const countIf = (condition: string) => sql<number>`coalesce(sum(case when ${sql.raw(condition)} then 1 else 0 end), 0)`;
  const rows = await db
    .selectFrom('book_lines')
    .where(within(span))
    .groupBy(['supplier', 'currency'])
    .orderBy('supplier')
    .orderBy('currency')
    .select(eb => [
      'supplier',
      'currency',
      eb.fn.countAll().as('sessions'),
      eb.fn.sum('energy_wh').as('energyWh'),
      eb.fn.sum('captured_minor').as('capturedMinor'),
      eb.fn.sum('billed_minor').as('billedMinor'),
      eb.fn.sum('priced_minor').as('pricedMinor'),
      eb.fn.sum('is_signed').as('signed'),
    ])
    .select([
      sumIf('why is not null and is_open = 1').as('openMinor'),
      sumIf('why is not null and is_open = 0').as('explainedMinor'),
      countIf('why is not null and is_open = 1').as('open'),
      countIf('why is not null and is_open = 0').as('explained'),
    ])
    .execute();
  return rows.map(({ supplier, currency, ...row }) => ({ ...numbersOf(row), supplier: supplier ?? '', currency }));
}

/** Sums the differences of the reconciliation lines by brand, currency and reason: first the open ones. */
export async function sumReasons(db: Db, span: Span): Promise<BookReason[]> {
  const rows = await db
    .selectFrom('book_lines')
    .where(within(span))
    .where(sql<boolean>`why is not null`)
    .groupBy(['supplier', 'currency', 'why', 'is_open'])
    .orderBy('is_open', 'desc')
    .orderBy('why')
    .select(eb => ['supplier', 'currency', 'why', 'is_open', eb.fn.countAll().as('count')])
    .select(sql<number>`sum(captured_minor - priced_minor)`.as('minor'))
    .execute();
  return rows.flatMap(({ supplier, currency, why, is_open, count, minor }) =>
    why === null
      ? []
      : [{ supplier: supplier ?? '', currency, why, isOpen: is_open === 1, count: Number(count), minor: Number(minor) }],
  );
}

/** Converts sums to numbers, because database engines return them as texts, numbers or big integers. */
const numbersOf = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Record<keyof T, number>;

/** Sums of the app's refunds and of the credit notes for them, for one brand in one currency. */
export interface RefundSums {
  supplier: string;
  currency: Currency;
  refundedMinor: number;
  creditedMinor: number;
}

export async function sumRefunds(db: Db, span: Span): Promise<RefundSums[]> {
  const [from, to] = [span.from.getTime(), span.to.getTime()];
  const done = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(eb => ['payments.client_id as supplier', 'currency', eb.fn.sum('refunds.amount_minor').as('minor')])
    .where('refunds.state', '=', 'done')
    .where('done_at', '>=', from)
    .where('done_at', '<', to)
    // An expression has no index, so SQLite begins with the refunds of the period and not with all payments of a brand.
    .where(isOf(span, sql<string>`coalesce(payments.client_id, '')`))
    .groupBy(['payments.client_id', 'currency'])
    .execute();
  const noted = await db
    .selectFrom('book_entries')
    .select(eb => ['supplier', 'currency', eb.fn.sum('gross_minor').as('minor')])
    .where('is_refund', '=', 1)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where(isOf(span, 'supplier'))
    .groupBy(['supplier', 'currency'])
    .execute();
  const sums = new Map<string, RefundSums>();
  const add = (supplier: string, currency: Currency, more: { refundedMinor?: number; creditedMinor?: number }): void => {
    const key = `${supplier} ${currency}`;
    sums.set(key, { ...(sums.get(key) ?? { supplier, currency, refundedMinor: 0, creditedMinor: 0 }), ...more });
  };
  for (const { supplier, currency, minor } of done) add(supplier, currency, { refundedMinor: Number(minor) });
  for (const { supplier, currency, minor } of noted) add(supplier ?? '', currency, { creditedMinor: 0 - Number(minor) });
  return [...sums.values()];
}
