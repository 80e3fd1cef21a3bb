/**
 * Defines how a column is stored and decoded. Both engines store epoch milliseconds, integers, texts, and 0 or 1. The code uses
 * dates, objects and booleans.
 */
export interface Column<Value, Stored extends Plain = Plain, Name extends string | null = string | null> {
  /** The column's name, if it differs from the field's name in snake_case. */
  name: Name;
  decode(stored: Stored): Value;
  encode(value: Value): Stored;
}

/** Values that both engines store alike. */
export type Plain = string | number | null;

const asStored = <T extends string | number>(): Column<T, T, null> => ({
  name: null,
  decode: stored => stored,
  encode: value => value,
});

/** A text, or one of a fixed list of words. */
export const text = <T extends string = string>(): Column<T, T, null> => asStored<T>();

/** An integer. */
export const whole = (): Column<number, number, null> => asStored<number>();

/** A time, stored in epoch milliseconds. */
export const time = (): Column<Date, number, null> => ({
  name: null,
  decode: stored => new Date(stored),
  encode: value => value.getTime(),
});

/** Stored as 0 or 1. */
export const flag = (): Column<boolean, number, null> => ({
  name: null,
  decode: stored => stored === 1,
  encode: value => (value ? 1 : 0),
});

/** Stored as JSON. The value is validated before writing and not after reading. */
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

/** A column whose name differs from the field's. */
export const named = <Name extends string, Value, Stored extends Plain>(
  name: Name,
  column: Column<Value, Stored, null>,
): Column<Value, Stored, Name> => ({ ...column, name });
