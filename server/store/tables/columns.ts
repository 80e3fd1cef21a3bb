/**
 * Defines how a column is stored and decoded. Both engines store epoch milliseconds, integers, texts, and 0 or 1. The code uses
 * dates, objects and booleans.
 */
export interface Column<Value, Kept extends Plain = Plain, Name extends string | null = string | null> {
  /** The column's name, if it differs from the field's name in snake_case. */
  name: Name;
  decode(kept: Kept): Value;
  encode(value: Value): Kept;
}

/** Values that both engines store alike. */
export type Plain = string | number | null;

const asStored = <T extends string | number>(): Column<T, T, null> => ({
  name: null,
  decode: kept => kept,
  encode: value => value,
});

/** A text, or one of a fixed list of words. */
export const text = <T extends string = string>(): Column<T, T, null> => asStored<T>();

/** An integer. */
export const whole = (): Column<number, number, null> => asStored<number>();

/** A time, stored in epoch milliseconds. */
export const time = (): Column<Date, number, null> => ({
  name: null,
  decode: kept => new Date(kept),
  encode: value => value.getTime(),
});

/** Stored as 0 or 1. */
export const flag = (): Column<boolean, number, null> => ({
  name: null,
  decode: kept => kept === 1,
  encode: value => (value ? 1 : 0),
});

/** Stored as JSON. The value is validated before writing and not after reading. */
export const json = <T>(): Column<T, string, null> => ({
  name: null,
  decode: kept => JSON.parse(kept),
  encode: value => JSON.stringify(value),
});

export const nullable = <Value, Kept extends string | number>(
  column: Column<Value, Kept, null>,
): Column<Value | null, Kept | null, null> => ({
  name: null,
  decode: kept => (kept === null ? null : column.decode(kept)),
  encode: value => (value === null ? null : column.encode(value)),
});

/** A column whose name differs from the field's. */
export const named = <Name extends string, Value, Kept extends Plain>(
  name: Name,
  column: Column<Value, Kept, null>,
): Column<Value, Kept, Name> => ({ ...column, name });
