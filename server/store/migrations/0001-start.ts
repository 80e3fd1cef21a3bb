import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Engine } from '../engine/engine.ts';

type Column = 'text' | 'bigint' | 'integer';
type Columns = Readonly<Record<string, Column | `${Column} null`>>;

const TABLES: Readonly<Record<string, { columns: Columns; key: readonly string[]; unique?: readonly (readonly string[])[] }>> = {
  clients: { columns: { id: 'text', json: 'text', is_current: 'integer' }, key: ['id'] },
  points: {
    columns: { evse_id: 'text', compact: 'text', client_id: 'text', json: 'text', is_current: 'integer' },
    key: ['evse_id'],
    unique: [['compact']],
  },
  tariffs: { columns: { id: 'text', version: 'text', json: 'text', is_current: 'integer' }, key: ['id', 'version'] },
  plugs: { columns: { evse_id: 'text', connector: 'text', state: 'text', updated_at: 'bigint' }, key: ['evse_id', 'connector'] },
  orders: {
    columns: {
      ...({ id: 'text', intent: 'text', client_id: 'text', evse_id: 'text', connector: 'text', tariff_id: 'text' } as const),
      ...({ tariff_version: 'text', currency: 'text', limit_minor: 'bigint null', contact: 'text', email: 'text' } as const),
      ...({ consents: 'text', locale: 'text', fingerprint: 'text', payment_id: 'text null', state: 'text' } as const),
      ...({ why: 'text null', created_at: 'bigint' } as const),
    },
    key: ['id'],
    unique: [['intent']],
  },
  payments: {
    columns: {
      ...({
        id: 'text',
        order_id: 'text',
        client_id: 'text',
        ref: 'text null',
        url: 'text null',
        state: 'text',
        currency: 'text',
      } as const),
      ...({
        amount_minor: 'bigint',
        capture_minor: 'bigint null',
        captured_minor: 'bigint null',
        refunded_minor: 'bigint',
      } as const),
      ...({ card_digits: 'text', card_brand: 'text null', created_at: 'bigint', expires_at: 'bigint' } as const),
      ...({ authorised_at: 'bigint null', capture_before: 'bigint null', settled_at: 'bigint null' } as const),
      ...({ key_n: 'integer', look_at: 'bigint null', version: 'integer' } as const),
    },
    key: ['id'],
  },
  sessions: {
    columns: {
      ...({ id: 'text', watch_id: 'text', number: 'bigint', order_id: 'text', client_id: 'text', evse_id: 'text' } as const),
      ...({
        connector: 'text',
        start_id: 'text',
        state: 'text',
        why: 'text null',
        version: 'integer',
        created_at: 'bigint',
      } as const),
      ...({ start_by: 'bigint null', started_at: 'bigint null', ended_at: 'bigint null', stop_asked_at: 'bigint null' } as const),
      ...({ stop_accepted_at: 'bigint null', stop_reason: 'text null', energy_wh: 'bigint', power_w: 'bigint' } as const),
      ...({ bill: 'text null', total_minor: 'bigint null', look_at: 'bigint null' } as const),
    },
    key: ['id'],
    unique: [['watch_id'], ['number'], ['order_id'], ['start_id']],
  },
  meter_values: {
    columns: { session_id: 'text', at: 'bigint', energy_wh: 'bigint', power_w: 'bigint', is_charging: 'integer' },
    key: ['session_id', 'at'],
  },
  signed_values: {
    columns: { session_id: 'text', n: 'integer', format: 'text', context: 'text null', data: 'text', public_key: 'text null' },
    key: ['session_id', 'n'],
  },
  documents: {
    columns: {
      ...({ id: 'text', session_id: 'text', kind: 'text', number: 'text', issued_at: 'bigint', json: 'text' } as const),
      ...({ pdf: 'text null', sha256: 'text null' } as const),
    },
    key: ['id'],
    unique: [['number']],
  },
  inbox: { columns: { source: 'text', event_id: 'text', at: 'bigint' }, key: ['source', 'event_id'] },
  shelf: { columns: { owner: 'text', key: 'text', json: 'text' }, key: ['owner', 'key'] },
  counters: { columns: { name: 'text', value: 'bigint' }, key: ['name'] },
};

const INDEXES: Readonly<Record<string, readonly string[]>> = {
  payments_look: ['payments', 'look_at'],
  payments_order: ['payments', 'order_id'],
  sessions_look: ['sessions', 'look_at'],
  sessions_plug: ['sessions', 'evse_id', 'connector', 'state'],
  payments_search: ['payments', 'client_id', 'captured_minor'],
  documents_session: ['documents', 'session_id'],
  outbox_due: ['outbox', 'done_at', 'not_before'],
  audit_subject: ['audit', 'subject_id'],
  orders_email: ['orders', 'email', 'created_at'],
};

/** A number that the engine gives, never the same one twice. */
const ID: Readonly<Record<Engine, { type: Column; define(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder }>> = {
  sqlite: { type: 'integer', define: column => column.primaryKey().autoIncrement() },
  postgres: { type: 'bigint', define: column => column.primaryKey().generatedAlwaysAsIdentity() },
};

export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const id = ID[engine];
  for (const [name, { columns, key, unique = [] }] of Object.entries(TABLES)) {
    let table = db.schema.createTable(name).addPrimaryKeyConstraint(`${name}_key`, [...key] as never);
    for (const [column, type] of Object.entries(columns)) {
      const isNullable = type.endsWith(' null');
      table = table.addColumn(column, type.replace(' null', '') as Column, definition =>
        isNullable ? definition : definition.notNull(),
      );
    }
    for (const fields of unique) table = table.addUniqueConstraint(`${name}_${fields.join('_')}`, [...fields] as never);
    await table.execute();
  }
  await db.schema
    .createTable('outbox')
    .addColumn('id', id.type, id.define)
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('subject_id', 'text', column => column.notNull())
    .addColumn('n', 'integer', column => column.notNull())
    .addColumn('not_before', 'bigint', column => column.notNull())
    .addColumn('claimed_until', 'bigint')
    .addColumn('claim_id', 'text')
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('done_at', 'bigint')
    .addUniqueConstraint('outbox_once', ['kind', 'subject_id', 'n'])
    .execute();
  await db.schema
    .createTable('audit')
    .addColumn('id', id.type, id.define)
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('subject_id', 'text', column => column.notNull())
    .addColumn('what', 'text', column => column.notNull())
    .addColumn('facts', 'text', column => column.notNull())
    .execute();
  for (const [name, [table = '', ...columns]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).columns(columns).execute();
}
