import type { Column, Plain } from './columns.ts';

export type Columns = Readonly<Record<string, Column<unknown>>>;

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : S;
type NameOf<C, Field extends string> = C extends { name: infer Name extends string } ? Name : SnakeCase<Field>;

/** A row in its decoded form, with dates, booleans and objects. */
export type RecordOf<C extends Columns> = { [Field in keyof C]: ReturnType<C[Field]['decode']> };
/** A row in its stored form, with numbers and texts. */
export type RowOf<C extends Columns> = {
  [Field in keyof C & string as NameOf<C[Field], Field>]: ReturnType<C[Field]['encode']>;
};

/** Converts the rows of one table between their stored and their decoded form. */
interface Codec<C extends Columns> {
  decode(row: RowOf<C>): RecordOf<C>;
  encode(record: RecordOf<C>): RowOf<C>;
  /** Encodes only the given fields, for an update. */
  encodePart(changes: Partial<RecordOf<C>>): Partial<RowOf<C>>;
}

/** One table in the result of a join. Its columns are prefixed with the name of the table. */
export interface Part<C extends Columns> {
  /** Columns for the select list: `sessions.id as sessions_id, …`. */
  columns: string;
  /** Decodes the columns of this table. Null: the join found no row in it. */
  decode(row: Readonly<Record<string, unknown>>): RecordOf<C> | null;
}

export function codecOf<C extends Columns>(columns: C): Codec<C> {
  const fields = fieldsOf(columns);
  const encode = (given: Readonly<Record<string, unknown>>): Record<string, Plain> => {
    const encoded: Record<string, Plain> = {};
    for (const { field, name, column } of fields) if (given[field] !== undefined) encoded[name] = column.encode(given[field]);
    return encoded;
  };
  const decode = decoderOf(fields);
  return {
    decode: row => decode(row) as RecordOf<C>,
    encode: record => encode(record) as RowOf<C>,
    encodePart: changes => encode(changes) as Partial<RowOf<C>>,
  };
}

export function partOf<C extends Columns>(table: string, columns: C): Part<C> {
  const fields = fieldsOf(columns);
  const decode = decoderOf(fields.map(({ name, ...rest }) => ({ ...rest, name: `${table}_${name}` })));
  return {
    columns: fields.map(({ name }) => `${table}.${name} as ${table}_${name}`).join(', '),
    decode: row => ((row[`${table}_id`] ?? null) === null ? null : (decode(row) as RecordOf<C>)),
  };
}

interface Field {
  field: string;
  /** Name of the column in the database. */
  name: string;
  column: Column<unknown>;
}

const fieldsOf = (columns: Columns): Field[] =>
  Object.entries(columns).map(([field, column]) => ({ field, name: column.name ?? snakeCase(field), column }));

/** A plain loop instead of array methods, because intermediate arrays would measurably slow down orders. */
const decoderOf = (fields: readonly Field[]) => (row: Readonly<Record<string, unknown>>) => {
  const record: Record<string, unknown> = {};
  for (const { field, name, column } of fields) record[field] = column.decode((row[name] ?? null) as Plain);
  return record;
};

const snakeCase = (field: string): string => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
