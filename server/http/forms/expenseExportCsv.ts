import { documentsToExport } from '../../../shared/charging/expenseExport.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { quotedCell, writtenCell } from '../../../shared/forms/csvCells.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { type Currency, decimalText } from '../../../shared/model/money.ts';

/**
 * Separator and decimal mark that spreadsheets expect in each language. Where the decimal mark is a comma, the separator is a
 * semicolon.
 */
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

/** Without this byte order mark, spreadsheets do not recognise UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

interface CsvOptions {
  receipts: readonly Receipt[];
  locale: Locale;
  translate(key: string): string;
}

/**
 * Creates a CSV file with one line per document. The columns can be summed up: a credit note is negative, and the energy of a
 * session appears once. Dates are local dates of the charging point in ISO 8601, which every spreadsheet reads.
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

/** Forint amounts have no decimals, unless a VAT amount has a fraction. */
function amountCell(minor: number, currency: Currency, mark: ',' | '.'): string {
  return currency === 'HUF' && minor % 100 === 0 ? decimalText(minor / 100, 0, mark) : decimalText(minor, 2, mark);
}

const dayAt = (at: string, timeZone: string): string =>
  // If `at` has no time, it is already the local date of the charging point.
  at.includes('T') ? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(at)) : at;
