import { type Kysely, sql } from 'kysely';

/** Indexes for queries that slow down as the store grows, and the revision by which a kept price is known to be outdated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('meter_revision', 'integer', column => column.notNull().defaultTo(0))
    .execute();
  for (const [name, [table, ...columns]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).columns(columns).execute();
  // Contact details are kept for some months, and few of all orders still have them. The conditions stand in contacts.ts
  // literally the same: that is how SQLite recognises that a partial index applies.
  await sql`create index orders_contact on orders (client_id, created_at)
    where contact <> '{"firstName":"","lastName":"","email":"","emailConfirmation":""}'`.execute(db);
  await sql`create index withdrawals_named on withdrawals (received_at) where (name <> '' or email <> '')`.execute(db);
  await sql`create index withdrawals_email on withdrawals (lower(email))`.execute(db);
}

const INDEXES = {
  sessions_state: ['sessions', 'state'],
  sessions_created: ['sessions', 'created_at'],
  payments_state: ['payments', 'state'],
  payments_ref: ['payments', 'ref'],
  audit_what: ['audit', 'what', 'at'],
} as const satisfies Readonly<Record<string, readonly [table: string, ...columns: string[]]>>;
