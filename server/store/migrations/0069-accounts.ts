import type { Kysely } from 'kysely';

/**
 * Sign-ins, acts, refunds and requests for refunds store the account at the sign-in provider. Null: a person who came by link or by
 * command, or a row that an earlier version has written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['operator_sign_ins', 'operator_acts'])
    await db.schema.alterTable(table).addColumn('account', 'text').execute();
  for (const table of ['refunds', 'refund_requests'])
    await db.schema.alterTable(table).addColumn('asked_by_account', 'text').execute();
  await db.schema.alterTable('refund_requests').addColumn('decided_by_account', 'text').execute();
  // Sign-ins last hours, so the table is small.
  await db.schema.createIndex('operator_sign_ins_account').on('operator_sign_ins').columns(['account', 'kind']).execute();
}
