import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** What people at the console look for: sessions by their time, point and state, payments by amount and card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, [table, ...columns]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).columns(columns).execute();
  // The first column of another one now.
  await db.schema.dropIndex('sessions_created').execute();
  await sql`create index console_payments_refunded on payments (created_at) where refunded_minor > 0`.execute(db);
}

const INDEXES = {
  console_sessions_listed: ['sessions', 'created_at', 'number'],
  console_sessions_point_listed: ['sessions', 'evse_id', 'created_at', 'number'],
  console_sessions_state_listed: ['sessions', 'state', 'created_at', 'number'],
  console_payments_charged: ['payments', 'captured_minor', 'created_at'],
  console_payments_card: ['payments', 'card_digits', 'created_at'],
  console_payments_authorised: ['payments', 'authorised_at'],
  console_refunds_done: ['refunds', 'done_at'],
} as const satisfies Readonly<Record<string, readonly [table: string, ...columns: string[]]>>;
