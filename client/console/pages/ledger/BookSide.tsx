import type { Book, BookMoved, BookNumbers, BookVat } from '../../../../shared/console/ledger.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';

/** Keeps the supplier in an address. */
export const supplierQuery = ({ supplier }: Pick<Book, 'supplier'>): string =>
  supplier === null ? '' : `?supplier=${encodeURIComponent(supplier)}`;

export function Vat({ groups }: { groups: readonly BookVat[] }) {
  const { say, money, percent: percentWords } = useWords();
  if (groups.length === 0) return null;
  const isSplit = new Set(groups.map(({ supplier }) => supplier)).size > 1;
  return (
    <Block name={say('books.vat')}>
      {groups.map(({ supplier, currency, country, percent, netMinor, vatMinor, grossMinor }) => {
        const rate = `${country.toUpperCase()} ${percentWords(percent)}`;
        return (
          <dl className="rows" key={`${supplier} ${currency} ${rate}`}>
            {isSplit && (
              <div>
                <dt>{say('books.supplier')}</dt>
                <dd>{supplier}</dd>
              </div>
            )}
            <div>
              <dt>
                {rate}, {say('books.vat.net')}
              </dt>
              <dd>{money(netMinor, currency)}</dd>
            </div>
            <div>
              <dt>
                {rate}, {say('books.vat.tax')}
              </dt>
              <dd>{money(vatMinor, currency)}</dd>
            </div>
            <div className="total">
              <dt>{say('books.gross')}</dt>
              <dd>{money(grossMinor, currency)}</dd>
            </div>
          </dl>
        );
      })}
    </Block>
  );
}

export function Numbers({ numbers }: { numbers: readonly BookNumbers[] }) {
  const { say } = useWords();
  if (numbers.length === 0) return null;
  return (
    <Block name={say('books.numbers')}>
      {numbers.map(({ first, last, gaps }) => (
        <dl className="rows" key={first}>
          <div>
            <dt>{say('books.first')}</dt>
            <dd>{first}</dd>
          </div>
          <div>
            <dt>{say('books.last')}</dt>
            <dd>{last}</dd>
          </div>
          <div>
            <dt>{say('books.gaps')}</dt>
            <dd>
              <span className={gaps.length === 0 ? 'st st--ok' : 'st st--off'}>
                <Icon name={gaps.length === 0 ? 'circle-check' : 'circle-x'} />
                {gaps.length === 0 ? say('books.none') : gaps.join(', ')}
              </span>
            </dd>
          </div>
        </dl>
      ))}
    </Block>
  );
}

/** Files of the same day or month. */
export function ExportLinks({ book: { period, supplier: of, sums, moved, documents, payouts } }: { book: Book }) {
  const { say } = useWords();
  const address = `/operator/books/${period}`;
  const query = supplierQuery({ supplier: of });
  // What nobody can be named for is in the batch of the account's holder.
  const batches = [...sums, ...moved]
    .filter(({ supplier }) => supplier !== '')
    .map(({ supplier, currency }) => [supplier, currency] as const);
  const once = new Map(batches.map(batch => [batch.join(' '), batch])).values();
  return (
    <Block name={say('books.take')}>
      <ul>
        <li>
          <a className="link" href={`${address}.csv${query}`}>
            <Icon name="download" />
            {say('books.take.csv')}
          </a>
        </li>
        {payouts.length > 0 && (
          <li>
            <a className="link" href={`${address}.payouts${query}`}>
              <Icon name="download" />
              {say('books.take.payouts')}
            </a>
          </li>
        )}
        {[...once].map(([supplier, currency]) => (
          <li key={supplier + currency}>
            <a className="link" href={`${address}.extf?currency=${currency}&supplier=${encodeURIComponent(supplier)}`}>
              <Icon name="download" />
              {say('books.take.batch', { supplier, currency })}
            </a>
          </li>
        ))}
        <li>
          <a className="link" href={`${address}.zip${query}`}>
            <Icon name="download" />
            {say('books.take.zip', { count: documents })}
          </a>
        </li>
      </ul>
    </Block>
  );
}

/** How what the provider owes has changed, by reason: what a booking batch has on its account for it. */
export function Owed({ moved }: { moved: readonly BookMoved[] }) {
  const { say, money } = useWords();
  if (moved.length === 0) return null;
  const groups = Map.groupBy(moved, ({ supplier, currency }) => `${supplier} ${currency}`);
  return (
    <Block name={say('books.owed')}>
      {[...groups.entries()].map(([key, moves]) => (
        <dl className="rows" key={key}>
          <div>
            <dt>{say('books.supplier')}</dt>
            <dd>{moves[0]?.supplier || say('books.owed.shared')}</dd>
          </div>
          {moves.map(({ kind, minor, currency }) => (
            <div key={kind}>
              <dt>{say(`books.owed.${kind}`)}</dt>
              <dd>{money(minor, currency)}</dd>
            </div>
          ))}
          <div className="total">
            <dt>{say('books.owed.sum')}</dt>
            <dd>{money(...sumOf(moves))}</dd>
          </div>
        </dl>
      ))}
    </Block>
  );
}

const sumOf = (moves: readonly BookMoved[]) =>
  [moves.reduce((sum, { minor }) => sum + minor, 0), moves[0]?.currency ?? 'EUR'] as const;

/** Links to the books of each supplier, where there are several. */
export function Suppliers({ book: { period, supplier: shown, suppliers } }: { book: Book }) {
  const { say } = useWords();
  if (suppliers.length < 2) return null;
  const links = [{ name: say('books.supplier.all'), id: null }, ...suppliers.map(id => ({ name: id, id }))];
  return (
    <nav className="filters" aria-label={say('books.supplier')}>
      {links.map(({ name, id }) => (
        <a
          key={name}
          href={`/operator/books/${period}${id === null ? '' : `?supplier=${encodeURIComponent(id)}`}`}
          aria-current={id === shown ? 'page' : undefined}
        >
          {id === shown && <Icon name="check" />}
          {name}
        </a>
      ))}
    </nav>
  );
}
