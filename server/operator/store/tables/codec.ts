import type { Column, Plain } from './columns.ts';

export type Columns = Readonly<Record<string, Column<unknown>>>;

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : S;
type NameOf<C, Field extends string> = C extends { name: infer Name extends string } ? Name : SnakeCase<Field>;

/** What the operator works with. */
export type RecordOf<C extends Columns> = { [Field in keyof C]: ReturnType<C[Field]['decode']> };
/** What the table keeps. */
export type RowOf<C extends Columns> = {
  [Field in keyof C & string as NameOf<C[Field], Field>]: ReturnType<C[Field]['encode']>;
};

/** The rows of one table, both ways. */
interface Codec<C extends Columns> {
  decode(row: RowOf<C>): RecordOf<C>;
  encode(record: RecordOf<C>): RowOf<C>;
  /** Of a change: the columns of those fields that are given. */
  encodePart(changes: Partial<RecordOf<C>>): Partial<RowOf<C>>;
}

/** The rows of one table among those of others, as a join gives them: each column with the table's name before it. */
export interface Part<C extends Columns> {
  /** To be selected: `sessions.id as sessions_id, …`. */
  columns: string;
  /** Null: the join has found none. */
  decode(row: Readonly<Record<string, unknown>>): RecordOf<C> | null;
}

type Entry = readonly [name: string, value: unknown];

export function codecOf<C extends Columns>(columns: C): Codec<C> {
  const fields = Object.entries(columns).map(([field, column]) => ({ field, name: column.name ?? snakeCase(field), column }));
  const encodeGiven = (given: Readonly<Record<string, unknown>>): Entry[] =>
    fields
      .filter(({ field }) => given[field] !== undefined)
      .map(({ field, name, column }) => [name, column.encode(given[field])]);
  const decodeAll = (kept: Readonly<Record<string, Plain>>): Entry[] =>
    fields.map(({ field, name, column }) => [field, column.decode(kept[name] ?? null)]);
  return {
    decode: row => Object.fromEntries(decodeAll(row)) as RecordOf<C>,
    encode: record => Object.fromEntries(encodeGiven(record)) as RowOf<C>,
    encodePart: changes => Object.fromEntries(encodeGiven(changes)) as Partial<RowOf<C>>,
  };
}

export function partOf<C extends Columns>(table: string, columns: C): Part<C> {
  const codec = codecOf(columns);
  const names = Object.entries(columns).map(([field, column]) => column.name ?? snakeCase(field));
  return {
    columns: names.map(name => `${table}.${name} as ${table}_${name}`).join(', '),
    decode(row) {
      if ((row[`${table}_id`] ?? null) === null) return null;
      return codec.decode(Object.fromEntries(names.map(name => [name, row[`${table}_${name}`]])) as RowOf<C>);
    },
  };
}

const snakeCase = (field: string): string => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
