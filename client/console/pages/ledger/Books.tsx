import { BOOK_FILES, type Book, type ExportRefused } from '../../../../shared/console/ledger.ts';
import { CURRENCIES } from '../../../../shared/model/money.ts';
import { Hatches } from '../../../components/figure/Hatches.tsx';
import { useIsOfBrand } from '../../core/ConsoleContext.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { SupplierNames, Suppliers } from '../../parts/Suppliers.tsx';
import { Days } from './BookMonth.tsx';
import { NotPaid, Payouts } from './BookPayouts.tsx';
import { ExportLinks, Numbers, Owed, supplierQuery, Vat } from './BookSide.tsx';
import { Agreeing, Differences } from './BookTables.tsx';
import { CapturedPerDay } from './CapturedPerDay.tsx';
import { Checks, hasReasons } from './Reconciliation.tsx';
import { Sums } from './Sums.tsx';

/** The path without a period. It redirects to the ledger of the current month. */
export const thisMonthPage: ConsolePage = {
  path: '/books',
  tab: 'books',
  show: async ({ operating }) => ({ go: `/operator/books/${operating.currentMonth()}` }),
};

/** The ledger of a day or a month. If the path has a file extension, the response is an export. */
export const bookPage: ConsolePage = {
  path: '/books/:period',
  tab: 'books',
  async show(request) {
    const { operating, params, query } = request;
    const [, period = '', ending] = /^([\d-]{4,10})(?:\.(\w+))?$/.exec(params.period ?? '') ?? [];
    if (ending !== undefined) return exportFile(request, { period, ending });
    const { before = '', supplier } = query;
    const book = await operating.getBook({ period, before, ...(supplier && { supplier }) });
    return book && { title: 'frame.nav.books', content: <BookView book={book} isLater={query.before !== undefined} /> };
  },
};

async function exportFile(
  { operating, query }: ConsoleRequest,
  { period, ending }: { period: string; ending: string },
): Promise<Shown> {
  const kind = BOOK_FILES.find(name => name === ending);
  const currency = CURRENCIES.find(name => name === query.currency);
  if (!kind) return null;
  const file = await operating.exportLedger({
    period,
    kind,
    decimal: query.decimal === 'point' ? '.' : ',',
    ...(currency && { currency }),
    ...(query.supplier && { supplier: query.supplier }),
  });
  if (file === null || !('refused' in file)) return file && { file };
  if (file.away) return { title: 'books.away', status: 503, content: <DocumentsAway period={period} /> };
  return { title: 'frame.nav.books', status: 409, content: <NotMade refused={file} period={period} /> };
}

function DocumentsAway({ period }: { period: string }) {
  const { t, period: nameOf } = useWords();
  return (
    <div className="focus">
      <h1>{t('books.away')}</h1>
      <div className="gap note note--warning" role="alert">
        <Icon name="triangle-alert" />
        <div>
          <p>{t('books.away.what')}</p>
          <p>{t('books.away.do')}</p>
        </div>
      </div>
      <div className="acts gap">
        <a className="btn btn--primary" href={`/operator/books/${period}.zip`}>
          {t('books.away.again')}
        </a>
        <a className="btn btn--quiet" href={`/operator/books/${period}`}>
          {nameOf(period)}
        </a>
      </div>
    </div>
  );
}

function NotMade({ refused: { refused, missing }, period }: { refused: ExportRefused; period: string }) {
  const { t, period: nameOf } = useWords();
  return (
    <div className="focus">
      <h1>{t('books.refused')}</h1>
      <div className="gap note note--warning" role="alert">
        <Icon name="triangle-alert" />
        {missing ? <p>{t('books.refused.datev', { setting: missing.setting })}</p> : <p lang="en">{refused}</p>}
      </div>
      {missing && <code className="code gap">{missing.example}</code>}
      <div className="acts gap">
        <a className="btn btn--quiet" href={`/operator/books/${period}`}>
          {nameOf(period)}
        </a>
      </div>
    </div>
  );
}

function BookView({ book, isLater }: { book: Book; isLater: boolean }) {
  const { t, period } = useWords();
  const isOfBrand = useIsOfBrand();
  const sessions = book.sums.reduce((sum, each) => sum + each.sessions, 0);
  const isMonth = book.period.length === 7;
  const isSplit = book.supplier === null && book.suppliers.length > 1;
  const query = supplierQuery(book);
  // Of several brands, those without differences have their charts on their own pages.
  const charted = isSplit ? book.sums.filter(sums => hasReasons(book, sums)) : book.sums;
  return (
    <SupplierNames value={book.suppliers}>
      <div className="page-head">
        <div>
          <h1>{period(book.period)}</h1>
          <p>
            {t('books.sessions', { count: sessions })} · {book.timeZone}
          </p>
        </div>
        <nav className="acts" aria-label={t('frame.nav.books')}>
          <a className="btn btn--quiet" href={`/operator/books/${book.before}${query}`}>
            <Icon name="arrow-left" />
            {period(book.before)}
          </a>
          {isMonth && (
            <a className="btn btn--quiet" href={`/operator/reports/${book.period}${query}`}>
              <Icon name="chart" />
              {t('books.report')}
            </a>
          )}
          {!isMonth && (
            <a className="btn btn--quiet" href={`/operator/books/${book.period.slice(0, 7)}${query}`}>
              {t('books.month')}
            </a>
          )}
          {book.after !== null && (
            <a className="btn btn--quiet" href={`/operator/books/${book.after}${query}`}>
              {period(book.after)}
              <Icon name="chevron-right" />
            </a>
          )}
        </nav>
      </div>
      {book.pending && (
        <div className="note note--info" role="status">
          <Icon name="info" />
          <p>{t('books.pending')}</p>
        </div>
      )}
      {isMonth && <Hatches />}
      <Suppliers address={`/operator/books/${book.period}`} suppliers={book.suppliers} shown={book.supplier} />
      <ExportLinks book={book} />
      <Sums book={book} isSplit={isSplit} />
      <Checks book={book} isSplit={isSplit} />
      <Differences lines={book.differences} />
      <Vat groups={book.vat} />
      {isMonth && charted.length > 0 && (
        <Block name={t('books.perDay')}>
          {charted.map(sums => (
            <CapturedPerDay key={`${sums.supplier} ${sums.currency}`} book={book} sums={sums} />
          ))}
        </Block>
      )}
      {isMonth && !isOfBrand && <Payouts payouts={book.payouts} />}
      {isMonth && <Days days={book.days} query={query} isSplit={isSplit} />}
      <NotPaid book={book} />
      <Agreeing book={book} isLater={isLater} />
      <div className="cols">
        <div>
          <Numbers numbers={book.numbers} />
        </div>
        <div>
          <Owed moved={book.moved} />
        </div>
      </div>
    </SupplierNames>
  );
}
