import { documentsToExport } from '../../../shared/charging/expenseExport.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { quotedCell, writtenCell } from '../../../shared/forms/csvCells.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { type Currency, decimalText } from '../../../shared/model/money.ts';

/** What a spreadsheet of each language expects; where a comma stands in numbers, a semicolon stands between cells. */
const COMMA = { between: ';', decimal: ',' } as const;
const POINT = { between: ',', decimal: '.' } as const;
const MARKS: Readonly<Record<Locale, typeof COMMA | typeof POINT>> = {
  de: COMMA,
  en: POINT,
  fr: COMMA,
  nl: COMMA,
  da: COMMA,
  hu: COMMA,
  it: COMMA,
  es: COMMA,
};

const COLUMNS = ['date', 'place', 'energy', 'net', 'vat', 'gross', 'currency', 'kind', 'number'] as const;

/** Without it spreadsheets take the letters of other languages for two each. */
const BYTE_ORDER_MARK = '\ufeff';

interface CsvOptions {
  receipts: readonly Receipt[];
  locale: Locale;
  translate(key: string): string;
}

/**
 * One line for each document, with amounts that add up: a credit note takes away, and energy is told once. Days are those of
 * the charging point, as ISO 8601 has them: every spreadsheet reads them so.
 */
export function csvOf({ receipts, locale, translate }: CsvOptions): string {
  const { between, decimal } = MARKS[locale];
  const text = (words: string) => quotedCell(writtenCell(words), between);
  const amount = (minor: number | null, currency: Currency) => (minor === null ? '' : amountCell(minor, currency, decimal));
  const rows = receipts.flatMap(({ found, documents, currency }) =>
    documentsToExport(documents).map(({ kind, number, amounts }) => [
      dayAt(found.startedAt, found.timeZone),
      text([found.street, `${found.postalCode} ${found.city}`.trim()].filter(Boolean).join(', ')),
      kind === 'credit-note' || found.energyWh === null ? '' : decimalText(found.energyWh, 3, decimal),
      amount(amounts.netMinor, currency),
      amount(amounts.vatMinor, currency),
      amount(amounts.grossMinor, currency),
      currency,
      text(translate(`results.list.kind.${kind}`)),
      text(number),
    ]),
  );
  const heads = COLUMNS.map(column => text(translate(`results.list.${column}`)));
  return BYTE_ORDER_MARK + [heads, ...rows].map(cells => `${cells.join(between)}\r\n`).join('');
}

/** Forints have no decimals, except where somebody's tax has. */
function amountCell(minor: number, currency: Currency, mark: ',' | '.'): string {
  return currency === 'HUF' && minor % 100 === 0 ? decimalText(minor / 100, 0, mark) : decimalText(minor, 2, mark);
}

const dayAt = (at: string, timeZone: string): string =>
  // Only the day is told, as it was there.
  at.includes('T') ? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(at)) : at;
