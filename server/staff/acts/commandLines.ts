import { decimalText, type Money } from '../../../shared/model/money.ts';
import { iso } from '../../../shared/model/time.ts';

/** Formats an instant for a terminal, to the minute and in UTC. */
export const minute = (at: Date): string => `${iso(at).slice(0, 16).replace('T', ' ')} UTC`;

/** Minor units with two decimals: 500 → '5.00'. */
export const decimal = (minor: number): string => decimalText(minor, 2, '.');
/** Formats an amount, for example '5.00 EUR'. */
export const moneyText = ({ amountMinor, currency }: Money): string => `${decimal(amountMinor)} ${currency}`;

/** Aligns the cells of each column, with two spaces between columns. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
