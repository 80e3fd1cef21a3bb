import { iso } from '../../../shared/model/time.ts';

/** A point in time as a person reads it on a terminal. */
export const minute = (at: Date): string => `${iso(at).slice(0, 16).replace('T', ' ')} UTC`;

/** Cells below each other, two blanks apart. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
