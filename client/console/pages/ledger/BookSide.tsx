import type { Book, BookMoved, BookNumbers, BookVat } from '../../../../shared/console/ledger.ts';
import { useIsOfBrand } from '../../core/ConsoleContext.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column } from '../../parts/Board.tsx';
import { Downloads } from '../../parts/Downloads.tsx';
import { SUPPLIER_COLUMN, SupplierName } from '../../parts/Suppliers.tsx';

/** Returns the query that keeps the chosen brand (`supplier`) in links. */
export const supplierQuery = ({ supplier }: Pick<Book, 'supplier'>): string =>
  supplier === null ? '' : `?supplier=${encodeURIComponent(supplier)}`;

export function Vat({ groups }: { groups: readonly BookVat[] }) {
  const { t, money, percent } = useWords();
  if (groups.length === 0) return null;
  const isSplit = new Set(groups.map(({ supplier }) => supplier)).size > 1;
  const columns: readonly Column<BookVat>[] = [
    { text: 'books.vat.rate', cell: ({ country, percent: rate }) => `${country.toUpperCase()} ${percent(rate)}` },
    ...(isSplit ? [SUPPLIER_COLUMN] : []),
    { text: 'books.vat.net', ...AMOUNT, cell: ({ netMinor, currency }) => money(netMinor, currency) },
    { text: 'books.vat.tax', ...AMOUNT, cell: ({ vatMinor, currency }) => money(vatMinor, currency) },
    { text: 'books.gross', ...AMOUNT, cell: ({ grossMinor, currency }) => <b>{money(grossMinor, currency)}</b> },
  ];
  return (
    <Block name={t('books.vat')}>
      <Board
        isSlim
        columns={columns}
        lines={groups}
        keyOf={({ supplier, currency, country, percent: rate }) => `${supplier} ${currency} ${country} ${rate}`}
      />
    </Block>
  );
}

const AMOUNT = { isFigure: true, className: 'r' } as const;
export function Numbers({ numbers }: { numbers: readonly BookNumbers[] }) {
  const { t } = useWords();
  if (numbers.length === 0) return null;
  const columns: readonly Column<BookNumbers>[] = [
    {
      text: 'books.firstToLast',
      cell: ({ first, last }) => (
        <>
          <span className="id">{first}</span> – <span className="id">{last}</span>
        </>
      ),
    },
    {
      text: 'books.gaps',
      cell: ({ gaps }) => (
        <span className={gaps.length === 0 ? 'st st--ok' : 'st st--off'}>
          <Icon name={gaps.length === 0 ? 'circle-check' : 'circle-x'} />
          {gaps.length === 0 ? t('books.none') : gaps.join(', ')}
        </span>
      ),
    },
  ];
  return (
    <Block name={t('books.numbers')}>
      <Board isSlim columns={columns} lines={numbers} keyOf={({ first }) => first} />
    </Block>
  );
}

/** Links to the exports of this day or month. */
export function ExportLinks({ book: { period, supplier: of, sums, moved, documents, payouts } }: { book: Book }) {
  const { t } = useWords();
  const isOfBrand = useIsOfBrand();
  const address = `/operator/books/${period}`;
  const year = period.slice(0, 4);
  const query = supplierQuery({ supplier: of });
  // If brands share an account, amounts of an unknown brand have an empty supplier. They are part of the booking batch of the
  // account's owner, so they have no link of their own.
  const batches = [...sums, ...moved]
    .filter(({ supplier }) => supplier !== '')
    .map(({ supplier, currency }) => [supplier, currency] as const);
  const once = new Map(batches.map(batch => [batch.join(' '), batch])).values();
  return (
    <Block name={t('books.take')}>
      {!isOfBrand && (
        <>
          <h3 className="small">{t('books.take.batches')}</h3>
          <ul className="filters">
            {[...once].map(([supplier, currency]) => (
              <li key={supplier + currency}>
                <a href={`${address}.extf?currency=${currency}&supplier=${encodeURIComponent(supplier)}`}>
                  <Icon name="download" />
                  <span className="vh">{t('books.take.batches')}</span> <SupplierName id={supplier} />, {currency}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <Downloads
        files={[
          { path: `${address}.csv${query}`, name: t('books.take.csv') },
          ...(payouts.length > 0 ? [{ path: `${address}.payouts${query}`, name: t('books.take.payouts') }] : []),
          { path: `${address}.zip${query}`, name: t('books.take.zip', { count: documents }) },
          { path: `/operator/books/${year}.zip${query}`, name: t('books.take.year', { year }) },
        ]}
      />
    </Block>
  );
}

/** Changes of the balance at the payment provider, by reason. The booking batch contains the same amounts. */
export function Owed({ moved }: { moved: readonly BookMoved[] }) {
  const { t, money } = useWords();
  if (moved.length === 0) return null;
  const groups = Map.groupBy(moved, ({ supplier, currency }) => `${supplier} ${currency}`);
  const columns: readonly Column<readonly BookMoved[]>[] = [
    {
      text: 'books.supplier',
      cell: moves => (
        <>
          {moves[0]?.supplier ? <SupplierName id={moves[0].supplier} /> : t('books.owed.shared')}
          {moves.map(({ kind, minor, currency }) => (
            <small key={kind}>
              {t(`books.owed.${kind}`)} {money(minor, currency)}
            </small>
          ))}
        </>
      ),
    },
    { text: 'books.owed.sum', ...AMOUNT, cell: moves => <b>{money(...sumOf(moves))}</b> },
  ];
  return (
    <Block name={t('books.owed')}>
      <Board isSlim columns={columns} lines={[...groups.values()]} keyOf={([first]) => `${first?.supplier} ${first?.currency}`} />
    </Block>
  );
}

const sumOf = (moves: readonly BookMoved[]) =>
  [moves.reduce((sum, { minor }) => sum + minor, 0), moves[0]?.currency ?? 'EUR'] as const;
