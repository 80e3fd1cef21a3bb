import type { Book, BookMoved, BookNumbers, BookVat } from '../../../../shared/console/ledger.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';

/** Returns the query that keeps the chosen brand (`supplier`) in links. */
export const supplierQuery = ({ supplier }: Pick<Book, 'supplier'>): string =>
  supplier === null ? '' : `?supplier=${encodeURIComponent(supplier)}`;

export function Vat({ groups }: { groups: readonly BookVat[] }) {
  const { t, money, percent: percentWords } = useWords();
  if (groups.length === 0) return null;
  const isSplit = new Set(groups.map(({ supplier }) => supplier)).size > 1;
  return (
    <Block name={t('books.vat')}>
      {groups.map(({ supplier, currency, country, percent, netMinor, vatMinor, grossMinor }) => {
        const rate = `${country.toUpperCase()} ${percentWords(percent)}`;
        return (
          <dl className="rows" key={`${supplier} ${currency} ${rate}`}>
            {isSplit && (
              <div>
                <dt>{t('books.supplier')}</dt>
                <dd>{supplier}</dd>
              </div>
            )}
            <div>
              <dt>
                {rate}, {t('books.vat.net')}
              </dt>
              <dd>{money(netMinor, currency)}</dd>
            </div>
            <div>
              <dt>
                {rate}, {t('books.vat.tax')}
              </dt>
              <dd>{money(vatMinor, currency)}</dd>
            </div>
            <div className="total">
              <dt>{t('books.gross')}</dt>
              <dd>{money(grossMinor, currency)}</dd>
            </div>
          </dl>
        );
      })}
    </Block>
  );
}

export function Numbers({ numbers }: { numbers: readonly BookNumbers[] }) {
  const { t } = useWords();
  if (numbers.length === 0) return null;
  return (
    <Block name={t('books.numbers')}>
      {numbers.map(({ first, last, gaps }) => (
        <dl className="rows" key={first}>
          <div>
            <dt>{t('books.first')}</dt>
            <dd>{first}</dd>
          </div>
          <div>
            <dt>{t('books.last')}</dt>
            <dd>{last}</dd>
          </div>
          <div>
            <dt>{t('books.gaps')}</dt>
            <dd>
              <span className={gaps.length === 0 ? 'st st--ok' : 'st st--off'}>
                <Icon name={gaps.length === 0 ? 'circle-check' : 'circle-x'} />
                {gaps.length === 0 ? t('books.none') : gaps.join(', ')}
              </span>
            </dd>
          </div>
        </dl>
      ))}
    </Block>
  );
}

/** Links to the exports of this day or month. */
export function ExportLinks({ book: { period, supplier: of, sums, moved, documents, payouts } }: { book: Book }) {
  const { t } = useWords();
  const address = `/operator/books/${period}`;
  const query = supplierQuery({ supplier: of });
  // If brands share an account, amounts of an unknown brand have an empty supplier. They are part of the booking batch of the
  // account's owner, so they have no link of their own.
  const batches = [...sums, ...moved]
    .filter(({ supplier }) => supplier !== '')
    .map(({ supplier, currency }) => [supplier, currency] as const);
  const once = new Map(batches.map(batch => [batch.join(' '), batch])).values();
  return (
    <Block name={t('books.take')}>
      <ul>
        <li>
          <a className="link" href={`${address}.csv${query}`}>
            <Icon name="download" />
            {t('books.take.csv')}
          </a>
        </li>
        {payouts.length > 0 && (
          <li>
            <a className="link" href={`${address}.payouts${query}`}>
              <Icon name="download" />
              {t('books.take.payouts')}
            </a>
          </li>
        )}
        {[...once].map(([supplier, currency]) => (
          <li key={supplier + currency}>
            <a className="link" href={`${address}.extf?currency=${currency}&supplier=${encodeURIComponent(supplier)}`}>
              <Icon name="download" />
              {t('books.take.batch', { supplier, currency })}
            </a>
          </li>
        ))}
        <li>
          <a className="link" href={`${address}.zip${query}`}>
            <Icon name="download" />
            {t('books.take.zip', { count: documents })}
          </a>
        </li>
      </ul>
    </Block>
  );
}

/** Changes of the balance at the payment provider, by reason. The booking batch contains the same amounts. */
export function Owed({ moved }: { moved: readonly BookMoved[] }) {
  const { t, money } = useWords();
  if (moved.length === 0) return null;
  const groups = Map.groupBy(moved, ({ supplier, currency }) => `${supplier} ${currency}`);
  return (
    <Block name={t('books.owed')}>
      {[...groups.entries()].map(([key, moves]) => (
        <dl className="rows" key={key}>
          <div>
            <dt>{t('books.supplier')}</dt>
            <dd>{moves[0]?.supplier || t('books.owed.shared')}</dd>
          </div>
          {moves.map(({ kind, minor, currency }) => (
            <div key={kind}>
              <dt>{t(`books.owed.${kind}`)}</dt>
              <dd>{money(minor, currency)}</dd>
            </div>
          ))}
          <div className="total">
            <dt>{t('books.owed.sum')}</dt>
            <dd>{money(...sumOf(moves))}</dd>
          </div>
        </dl>
      ))}
    </Block>
  );
}

const sumOf = (moves: readonly BookMoved[]) =>
  [moves.reduce((sum, { minor }) => sum + minor, 0), moves[0]?.currency ?? 'EUR'] as const;
