import type { Book, BookLine } from '../../../../shared/console/ledger.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column, FoldedBoard } from '../../parts/Board.tsx';

export const SessionLink = ({ number }: { number: number }) => {
  const { number: inGroups } = useWords();
  return (
    <a className="id" href={`/operator/sessions/${number}`}>
      {inGroups(number)}
    </a>
  );
};

const SESSION: Column<BookLine> = { text: 'books.session', cell: ({ number }) => <SessionLink number={number} /> };

/** Reconciliation lines with a difference. Those that staff must review come first. */
export function Differences({ lines }: { lines: readonly BookLine[] }) {
  const { t, money } = useWords();
  if (lines.length === 0) return null;
  const columns: readonly Column<BookLine>[] = [
    SESSION,
    {
      text: 'books.what',
      className: 'hide-s',
      isUnder: () => true,
      cell: ({ isOpen, why }) => (
        <>
          <span className={isOpen ? 'st st--warn' : 'st st--calm'}>
            <Icon name={isOpen ? 'circle-alert' : 'circle-check'} />
            {why && t(`books.why.${why}`)}
          </span>
          <small>{t(isOpen ? 'books.needs' : 'books.isExplained')}</small>
        </>
      ),
    },
    { text: 'books.captured', isFigure: true, className: 'r', cell: line => money(line.capturedMinor, line.currency) },
    { text: 'books.billed', isFigure: true, className: 'r hide-s', cell: line => money(line.billedMinor, line.currency) },
    {
      text: 'books.difference',
      isFigure: true,
      className: 'r',
      cell: ({ capturedMinor, pricedMinor, currency }) => <b>{money(capturedMinor - pricedMinor, currency)}</b>,
    },
  ];
  const name = (
    <>
      {t('books.differences')} <span className="count">{lines.length}</span>
    </>
  );
  return (
    <Block name={name}>
      <Board
        isSlim
        columns={columns}
        lines={lines}
        keyOf={({ id }) => id}
        rowOf={({ isOpen }) => (isOpen ? 'is-warn' : 'is-calm')}
      />
    </Block>
  );
}

/** One page of the reconciliation lines without a difference, newest first. */
export function Agreeing({ book, isLater }: { book: Book; isLater: boolean }) {
  const { t, money, energy } = useWords();
  if (book.agree.length === 0) return null;
  const address = `/operator/books/${book.period}`;
  const of = book.supplier === null ? '' : `&supplier=${encodeURIComponent(book.supplier)}`;
  const columns: readonly Column<BookLine>[] = [
    SESSION,
    { text: 'books.document', className: 'hide-s', isUnder: () => true, cell: ({ document }) => document ?? '–' },
    { text: 'books.energy', isFigure: true, className: 'r', cell: ({ energyWh }) => energy(energyWh) },
    {
      text: 'books.captured',
      isFigure: true,
      className: 'r',
      cell: line => <b>{money(line.capturedMinor, line.currency)}</b>,
    },
  ];
  return (
    <Block name={t('books.agree')}>
      <FoldedBoard isSlim limit={4} more="books.moreSessions" columns={columns} lines={book.agree} keyOf={({ id }) => id} />
      <p className="row">
        {isLater && <a href={of ? `${address}?${of.slice(1)}` : address}>{t('books.latest')}</a>}
        {book.next !== null && <a href={`${address}?before=${encodeURIComponent(book.next)}${of}`}>{t('books.earlier')}</a>}
      </p>
    </Block>
  );
}
