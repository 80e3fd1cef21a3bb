import type { Book, BookSums } from '../../../../shared/console/ledger.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column } from '../../parts/Board.tsx';
import { SupplierName } from '../../parts/Suppliers.tsx';
import { Difference } from './BookMonth.tsx';
import { supplierQuery } from './BookSide.tsx';

/** The sums of each brand in each currency. Of several brands, each leads to its own page. */
export function Sums({ book, isSplit }: { book: Book; isSplit: boolean }) {
  const { t, money } = useWords();
  const columns: readonly Column<BookSums>[] = [
    {
      text: 'books.supplier',
      cell: ({ supplier }) =>
        isSplit ? (
          <a href={`/operator/books/${book.period}${supplierQuery({ supplier })}`}>
            <SupplierName id={supplier} />
          </a>
        ) : (
          <SupplierName id={supplier} />
        ),
    },
    { text: 'books.billed', ...AMOUNT, cell: ({ billedMinor, currency }) => money(billedMinor, currency) },
    { text: 'books.captured', ...AMOUNT, cell: ({ capturedMinor, currency }) => <b>{money(capturedMinor, currency)}</b> },
    {
      text: 'books.priced',
      isFigure: true,
      className: 'r hide-s',
      cell: ({ pricedMinor, currency }) => money(pricedMinor, currency),
    },
    { text: 'books.difference', className: 'hide-s', isUnder: () => true, cell: sums => <Difference sums={sums} /> },
  ];
  return (
    <Block name={t('books.sums')}>
      {book.sums.length === 0 ? (
        <p className="muted">{t('books.nothing')}</p>
      ) : (
        <Board isSlim columns={columns} lines={book.sums} keyOf={({ supplier, currency }) => `${supplier} ${currency}`} />
      )}
    </Block>
  );
}

const AMOUNT = { isFigure: true, className: 'r' } as const;
