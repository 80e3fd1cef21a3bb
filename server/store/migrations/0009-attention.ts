import { type Kysely, sql } from 'kysely';

/**
 * What needs attention can be ticked off, and a job remembers when it was due at first, however often it is put off. Rows
 * from before, and those that the version before still writes, have neither: they are open, and due when they are tried next.
 * And the oldest hold that is neither taken nor given back is found without looking at all the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit').addColumn('closed_at', 'bigint').execute();
  await db.schema.alterTable('outbox').addColumn('first_due_at', 'bigint').execute();
  await db.schema
    .createIndex('audit_open')
    .on('audit')
    .columns(['what', 'id'])
    .where(sql<boolean>`what = 'attention' and closed_at is null`)
    .execute();
  await db.schema
    .createIndex('payments_unsettled')
    .on('payments')
    .columns(['created_at'])
    .where(sql<boolean>`state in ('authorised', 'capturing', 'releasing')`)
    .execute();
}
