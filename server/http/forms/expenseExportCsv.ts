import { documentsToExport } from '../../../shared/charging/expenseExport.ts';
import type { Receipt } from '../../../shared/charging/receipt.ts';
import { quotedCell, writtenCell } from '../../../shared/forms/csvCells.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { type Currency, decimalText } from '../../../shared/model/money.ts';

/**
 * The separator and the decimal mark that spreadsheets expect in each language. With a decimal comma, the separator is a
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

/** Without the byte order mark, spreadsheets decode UTF-8 as a one-byte encoding. */
const BYTE_ORDER_MARK = '\ufeff';

interface CsvOptions {
  receipts: readonly Receipt[];
  locale: Locale;
  translate(key: string): string;
}

/**
 * One line per document. The amounts add up: a credit note is subtracted, and the energy of a session appears once. Dates are
 * local dates of the charging point in ISO 8601, which every spreadsheet reads.
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

/** Amounts in forint have no decimals, unless a tax amount has a fraction. */
function amountCell(minor: number, currency: Currency, mark: ',' | '.'): string {
  return currency === 'HUF' && minor % 100 === 0 ? decimalText(minor / 100, 0, mark) : decimalText(minor, 2, mark);
}

const dayAt = (at: string, timeZone: string): string =>
  // Without a time, `at` already is the local date of the charging point.
  at.includes('T') ? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(at)) : at;
