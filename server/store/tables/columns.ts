/**
 * How the columns of a table are kept, and what the operator sees of them. Both engines share epoch milliseconds, whole numbers,
 * text and 0 or 1; the operator works with dates, objects and booleans. A row is decoded once, here.
 */
export interface Column<Value, Kept extends Plain = Plain, Name extends string | null = string | null> {
  /** The column's name, where it is not the field's name in snake_case. */
  name: Name;
  decode(kept: Kept): Value;
  encode(value: Value): Kept;
}

/** What both engines keep in the same way. */
export type Plain = string | number | null;

const asStored = <T extends string | number>(): Column<T, T, null> => ({
  name: null,
  decode: kept => kept,
  encode: value => value,
});

/** Text, or one of a closed list of words. */
export const text = <T extends string = string>(): Column<T, T, null> => asStored<T>();

/** A whole number. */
export const whole = (): Column<number, number, null> => asStored<number>();

/** An instant, kept in epoch milliseconds. */
export const time = (): Column<Date, number, null> => ({
  name: null,
  decode: kept => new Date(kept),
  encode: value => value.getTime(),
});

/** Kept as 0 or 1. */
export const flag = (): Column<boolean, number, null> => ({
  name: null,
  decode: kept => kept === 1,
  encode: value => (value ? 1 : 0),
});

/** Kept as JSON text. It was checked before it was written, and is not checked again. */
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

/** A column that an earlier version named otherwise. */
export const named = <Name extends string, Value, Kept extends Plain>(
  name: Name,
  column: Column<Value, Kept, null>,
): Column<Value, Kept, Name> => ({ ...column, name });
