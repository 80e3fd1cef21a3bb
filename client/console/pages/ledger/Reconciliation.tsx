import type { Book, BookReason, BookSums } from '../../../../shared/console/ledger.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Folded } from '../../parts/Folded.tsx';
import { useSupplierNames } from '../../parts/Suppliers.tsx';
import { supplierQuery } from './BookSide.tsx';

interface ChecksProps {
  book: Book;
  isSplit: boolean;
}

/**
 * Says whether the captured, the billed and the recalculated amounts agree. Differences that staff must review are sections of
 * their own. Everything else is one line, which opens the explanations.
 */
export function Checks({ book, isSplit }: ChecksProps) {
  const { t } = useWords();
  const open = book.sums.filter(sums => sums.open > 0);
  const explained = book.sums.filter(sums => sums.open === 0 && hasReasons(book, sums));
  const equal = book.sums.filter(sums => sums.open === 0 && !hasReasons(book, sums));
  return (
    <>
      {open.map(sums => (
        <section key={keyOf(sums)} className="blk" aria-label={keyOf(sums)}>
          <div className="blk__h">
            <h2 className="st st--warn">
              <Icon name="triangle-alert" />
              <Comparison sums={sums} isSplit={isSplit} />
            </h2>
          </div>
          <Sentences book={book} sums={sums} />
        </section>
      ))}
      {equal.length + explained.length > 0 && (
        <Block name={t('books.check')}>
          {open.length === 0 && (
            <p className="st st--ok">
              <Icon name="circle-check" />
              {t(explained.length === 0 ? 'books.agrees' : 'books.allExplained')}
            </p>
          )}
          {[...explained, ...(isSplit ? [] : equal)].map(sums => (
            <Folded key={keyOf(sums)} text={<Comparison sums={sums} isSplit={isSplit} />}>
              <Sentences book={book} sums={sums} />
            </Folded>
          ))}
        </Block>
      )}
    </>
  );
}

const keyOf = ({ supplier, currency }: BookSums): string => `${supplier} ${currency}`;

function Comparison({ sums, isSplit }: { sums: BookSums; isSplit: boolean }) {
  const { t, money } = useWords();
  const nameOf = useSupplierNames();
  const { supplier, currency, capturedMinor, billedMinor } = sums;
  const amount = (minor: number) => money(minor, currency);
  return (
    <span>
      {isSplit && `${nameOf(supplier)}: `}
      {t(comparisonOf(sums), {
        captured: amount(capturedMinor),
        billed: amount(billedMinor),
        amount: amount(Math.abs(capturedMinor - billedMinor)),
      })}
    </span>
  );
}

/** The reasons of the differences of one brand in one currency, and the recalculated price. */
function Sentences({ book, sums }: { book: Book; sums: BookSums }) {
  const { t, money } = useWords();
  const { currency, pricedMinor, open } = sums;
  const amount = (minor: number) => money(minor, currency);
  return (
    <div className="says">
      {reasonsOf(book, sums).map(reason => (
        <Reason key={reason.why + reason.isOpen} reason={reason} />
      ))}
      {open > 0 && <OpenDays book={book} sums={sums} />}
      <p className="muted">{t('books.sum.priced', { amount: amount(pricedMinor), count: sums.sessions, signed: sums.signed })}</p>
      {(sums.refundedMinor > 0 || sums.creditedMinor > 0) && (
        <p className="muted">
          {t('books.sum.refunded', { refunded: amount(sums.refundedMinor), credited: amount(sums.creditedMinor) })}
        </p>
      )}
    </div>
  );
}

const reasonsOf = ({ reasons }: Pick<Book, 'reasons'>, { supplier, currency }: BookSums): readonly BookReason[] =>
  reasons.filter(reason => reason.supplier === supplier && reason.currency === currency);

/** True if the amounts of a brand differ, or if money went back to drivers. */
export const hasReasons = (book: Book, sums: BookSums): boolean =>
  sums.refundedMinor > 0 || sums.creditedMinor > 0 || reasonsOf(book, sums).length > 0;

function comparisonOf({ capturedMinor, billedMinor }: BookSums) {
  if (capturedMinor === billedMinor) return 'books.equal';
  return capturedMinor > billedMinor ? 'books.more' : 'books.less';
}

function Reason({ reason: { why, isOpen, count, minor, currency } }: { reason: BookReason }) {
  const { t, money } = useWords();
  const state = t(isOpen ? 'books.needs' : 'books.isExplained');
  // The recalculated price can be higher or lower. The other reasons say in words which amount is higher.
  const shown = why === 'priced-otherwise' ? minor : Math.abs(minor);
  return (
    <p className={isOpen ? 'st st--warn' : 'muted'}>
      {isOpen && <Icon name="circle-alert" />}
      {t(`books.sum.${why}`, { amount: money(shown, currency), count, state })}
    </p>
  );
}

/** Links to the days of the month whose differences staff must review, oldest first. */
function OpenDays({ book, sums }: { book: Book; sums: BookSums }) {
  const { t, date } = useWords();
  const open = book.days
    .filter(day => day.sums.some(each => each.supplier === sums.supplier && each.currency === sums.currency && each.open > 0))
    .toReversed();
  if (open.length === 0) return null;
  return (
    <p>
      {t('books.reviewDays', { count: open.length })}{' '}
      {open.map(({ day }, place) => (
        <span key={day}>
          {place > 0 && ', '}
          <a href={`/operator/books/${day}${supplierQuery(book)}`}>{date(day)}</a>
        </span>
      ))}
    </p>
  );
}
