import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../tables/tables.ts';

/** A copied table with its number of rows. */
export interface CopiedTable {
  table: string;
  rows: number;
}

/** Thrown if a database cannot be copied. Nothing was written then. */
export class CopyRefused extends Error {
  override name = 'CopyRefused';
}

interface Column {
  name: string;
  type: string;
  /** True: the database assigns the values of new rows. */
  isNumbered: boolean;
}

/** Time for which opening waits for the lock of another process. */
const LOCK_LIMIT_MS = 5000;
/** PostgreSQL allows 65,535 parameters in a statement. */
const MAX_ROWS = 500;
const MAX_BYTES = 4_000_000;
/** The tables of migrations, which both databases have from their own migrations. */
const OWN_TABLES = ['kysely_migration'];

type Row = Readonly<Record<string, SQLOutputValue>>;
type Trx = Transaction<Tables>;

/**
 * Copies an SQLite database into a migrated, empty PostgreSQL database, in one transaction. Meanwhile no process can write to the
 * file. At the end, the numbers of rows, the sums of integers and the lengths of texts are compared.
 * @throws CopyRefused if the PostgreSQL database is not empty, or if the copy differs
 */
export async function copyDatabase(
  file: string,
  to: Kysely<Tables>,
  onTable: (copied: CopiedTable) => void = () => undefined,
): Promise<readonly CopiedTable[]> {
  const from = new DatabaseSync(file, { timeout: LOCK_LIMIT_MS });
  from.exec('begin immediate');
  try {
    return await to.transaction().execute(async trx => {
      const tables = tablesOf(from);
      const columns = await columnsOf(trx);
      for (const table of tables) await refuseUnknown(trx, table, columns.get(table));
      const copied: CopiedTable[] = [];
      for (const table of tables) {
        const known = columns.get(table) ?? [];
        // Triggers would write rows that are copied, too.
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
        const rows = await copyTable(from, trx, { table, columns: known });
        await continueNumbers(from, trx, { table, columns: known });
        copied.push({ table, rows });
        onTable({ table, rows });
      }
      for (const table of tables) {
        await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
        await compare(from, trx, { table, columns: columns.get(table) ?? [] });
      }
      return copied;
    });
  } finally {
    from.exec('rollback');
    from.close();
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const tablesOf = (from: DatabaseSync): readonly string[] =>
  from
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name")
    .all()
    .map(({ name }) => String(name))
    .filter(name => !OWN_TABLES.includes(name));

/** Returns the columns of each PostgreSQL table, without those that the database computes. */
async function columnsOf(trx: Trx): Promise<ReadonlyMap<string, readonly Column[]>> {
  const { rows } = await sql<{ table: string; name: string; type: string; numbered: string }>`
    select table_name as "table", column_name as name, data_type as type, is_identity as numbered
    from information_schema.columns where table_schema = current_schema() and is_generated = 'NEVER'
    order by table_name, ordinal_position`.execute(trx);
  const columns = rows.map(({ table, name, type, numbered }) => ({ table, name, type, isNumbered: numbered === 'YES' }));
  return Map.groupBy(columns, ({ table }) => table);
}

async function refuseUnknown(trx: Trx, table: string, columns: readonly Column[] | undefined): Promise<void> {
  if (!columns) throw new CopyRefused(`The PostgreSQL database has no table ${table}. Both databases need the same version.`);
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx);
  if (rows.length > 0) throw new CopyRefused(`The PostgreSQL database is not empty: ${table} has rows.`);
}

interface TableToCopy {
  table: string;
  columns: readonly Column[];
}

async function copyTable(from: DatabaseSync, trx: Trx, { table, columns }: TableToCopy): Promise<number> {
  const names = columns.map(({ name }) => name);
  const select = from.prepare(`select ${names.map(quoted).join(', ')} from ${quoted(table)}`);
  let count = 0;
  let bytes = 0;
  let batch: Row[] = [];
  const write = async () => {
    if (batch.length > 0) await insert(trx, { table, names, rows: batch });
    count += batch.length;
    [batch, bytes] = [[], 0];
  };
  for (const row of select.iterate() as IterableIterator<Row>) {
    batch.push(row);
    bytes += sizeOf(row);
    if (batch.length === MAX_ROWS || bytes > MAX_BYTES) await write();
  }
  await write();
  return count;
}

const sizeOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + value.length;
    return sum + (value instanceof Uint8Array ? value.byteLength : 8);
  }, 0);

async function insert(trx: Trx, { table, names, rows }: { table: string; names: readonly string[]; rows: readonly Row[] }) {
  const columns = sql.join(names.map(name => sql.ref(name)));
  const values = rows.map(row => sql`(${sql.join(names.map(name => sql.val(row[name] ?? null)))})`);
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value values ${sql.join(values)}`.execute(trx);
}

/** Lets PostgreSQL assign the ids after the highest one that SQLite has ever assigned. */
async function continueNumbers(from: DatabaseSync, trx: Trx, { table, columns }: TableToCopy): Promise<void> {
  const numbered = columns.find(({ isNumbered }) => isNumbered);
  if (!numbered) return;
  const last = from.prepare('select seq from sqlite_sequence where name = ?').get(table)?.seq;
  if (last === undefined) return;
  await sql`select setval(pg_get_serial_sequence(${table}, ${numbered.name}), ${Number(last)}::bigint)`.execute(trx);
}

/** Compares the number of rows, the sums of integers and the lengths of texts and bytes of both tables. */
async function compare(from: DatabaseSync, trx: Trx, { table, columns }: TableToCopy): Promise<void> {
  const measured = columns.flatMap(({ name, type }) => {
    const column = quoted(name);
    if (type === 'bigint' || type === 'integer') return [`sum(${column})`];
    return type === 'text' || type === 'bytea' ? [`sum(length(${column}))`] : [];
  });
  const all = ['count(*)', ...measured];
  const ours = from.prepare(`select ${all.map((part, at) => `${part} as c${at}`).join(', ')} from ${quoted(table)}`);
  ours.setReadBigInts(true);
  const theirs = `select ${all.map((part, at) => `(${part})::text as c${at}`).join(', ')} from ${quoted(table)}`;
  const { rows } = await sql.raw<Record<string, string | null>>(theirs).execute(trx);
  const [before = {}, after = {}] = [ours.get(), rows[0]];
  const differing = all.find((_, at) => String(before[`c${at}`] ?? 'null') !== String(after[`c${at}`] ?? 'null'));
  if (differing !== undefined) throw new CopyRefused(`The copy of ${table} differs in ${differing}. Nothing was written.`);
}
