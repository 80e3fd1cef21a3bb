import type { Kysely } from 'kysely';
import type { Engine } from '../engine/engine.ts';

/** Who is signed in at the console, links and requests to sign in that are not used yet, and what people have done there. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('operator_sign_ins')
    .addColumn('hash', 'text', column => column.primaryKey())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('may', 'text', column => column.notNull())
    .addColumn('came_by', 'text', column => column.notNull())
    .addColumn('secret', 'text', column => column.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .execute();
  await db.schema.createIndex('operator_sign_ins_expiry').on('operator_sign_ins').columns(['expires_at']).execute();
  await db.schema.createIndex('operator_sign_ins_name').on('operator_sign_ins').columns(['name', 'kind']).execute();
  await db.schema
    .createTable('operator_acts')
    .addColumn('id', engine === 'sqlite' ? 'integer' : 'bigint', column =>
      engine === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('who', 'text', column => column.notNull())
    .addColumn('does', 'text', column => column.notNull())
    .addColumn('session_number', 'bigint')
    .addColumn('form', 'text')
    .addColumn('is_done', 'integer', column => column.notNull())
    .addColumn('amount_minor', 'bigint')
    .addColumn('currency', 'text')
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('facts', 'text', column => column.notNull())
    .addColumn('request_id', 'text', column => column.notNull())
    .addUniqueConstraint('operator_acts_form', ['form'])
    .execute();
  await db.schema.createIndex('operator_acts_session').on('operator_acts').columns(['session_number', 'id']).execute();
  await db.schema.createIndex('operator_acts_who').on('operator_acts').columns(['who', 'id']).execute();
  await db.schema.createIndex('operator_acts_does').on('operator_acts').columns(['does', 'id']).execute();
}
