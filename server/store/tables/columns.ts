/**
 * Defines how the values of a column are stored and decoded. Both database engines store times as epoch milliseconds, booleans
 * as 0 or 1, and objects as JSON text.
 */
export interface Column<Value, Stored extends Plain = Plain, Name extends string | null = string | null> {
  /** Name of the column. Null: the name of the field in snake_case. */
  name: Name;
  decode(stored: Stored): Value;
  encode(value: Value): Stored;
}

/** Values that both database engines store in the same way. */
export type Plain = string | number | null;

const asStored = <T extends string | number>(): Column<T, T, null> => ({
  name: null,
  decode: stored => stored,
  encode: value => value,
});

/** A column with a text, or with one of a fixed list of words. */
export const text = <T extends string = string>(): Column<T, T, null> => asStored<T>();

/** A column with an integer. */
export const whole = (): Column<number, number, null> => asStored<number>();

/** A column with a time, stored as epoch milliseconds. */
export const time = (): Column<Date, number, null> => ({
  name: null,
  decode: stored => new Date(stored),
  encode: value => value.getTime(),
});

/** A column with a boolean, stored as 0 or 1. */
export const flag = (): Column<boolean, number, null> => ({
  name: null,
  decode: stored => stored === 1,
  encode: value => (value ? 1 : 0),
});

/** A column with an object, stored as JSON. Values are validated before they are written, so not again when they are read. */
export const json = <T>(): Column<T, string, null> => ({
  name: null,
  decode: stored => JSON.parse(stored),
  encode: value => JSON.stringify(value),
});

export const nullable = <Value, Stored extends string | number>(
  column: Column<Value, Stored, null>,
): Column<Value | null, Stored | null, null> => ({
  name: null,
  decode: stored => (stored === null ? null : column.decode(stored)),
  encode: value => (value === null ? null : column.encode(value)),
});

/** Gives a column a name other than that of its field. */
export const named = <Name extends string, Value, Stored extends Plain>(
  name: Name,
  column: Column<Value, Stored, null>,
): Column<Value, Stored, Name> => ({ ...column, name });
