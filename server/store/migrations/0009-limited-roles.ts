import { type Kysely, sql } from 'kysely';

/**
 * Adds roles that are limited to one brand, the indexes of the sessions and refunds of one brand, and the limits of API tokens.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operator_sign_ins add column brand text`.execute(db);
  for (const column of ['brand', 'networks', 'max_refund', 'refunded'])
    await sql`alter table api_tokens add column ${sql.raw(column)} text`.execute(db);
  await sql`create index console_sessions_brand_listed on sessions (client_id, created_at, number)`.execute(db);
  await sql`create index console_payments_brand_refunded on payments (client_id, created_at) where refunded_minor > 0`.execute(
    db,
  );
}
