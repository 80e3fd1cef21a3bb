import { type Kysely, sql } from 'kysely';

/** What a store that has grown old is asked is found by an index; and prices are gone on with until earlier readings change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('meter_revision', 'integer', column => column.notNull().defaultTo(0))
    .execute();
  for (const [name, [table, ...columns]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).columns(columns).execute();
  // Contact details are kept for some months, and few of all orders still have them. The conditions stand in contacts.ts
  // letter for letter: that is how SQLite sees that an index of a part will do.
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
