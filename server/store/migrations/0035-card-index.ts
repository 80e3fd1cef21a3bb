import { type Kysely, sql } from 'kysely';

/**
 * Payments by the digits that a driver sees of a card, in the order of time: a page of them is read and no more. Without it every
 * payment with these digits was read and sorted, and with the years they become more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index console_payments_digits on payments (substr(card_digits, 3, 4), created_at)`.execute(db);
  await db.schema.dropIndex('console_payments_card').execute();
}
