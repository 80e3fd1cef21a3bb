import type { Book, BookLine } from '../../../../shared/console/books.ts';
import { Icon } from '../../Icon.tsx';
import { useWords } from '../../words.ts';

const SessionLink = ({ number }: { number: number }) => {
  const { number: inGroups } = useWords();
  return (
    <a className="id" href={`/operator/sessions/${number}`}>
      {inGroups(number)}
    </a>
  );
};

/** What needs somebody first. */
export function Differences({ lines }: { lines: readonly BookLine[] }) {
  const { say, money } = useWords();
  if (lines.length === 0) return null;
  return (
    <section className="blk" aria-labelledby="differences">
      <div className="blk__h">
        <h2 id="differences">
          {say('books.differences')} <span className="count">{lines.length}</span>
        </h2>
      </div>
      <table className="board board--fold">
        <thead>
          <tr>
            <th scope="col">{say('books.session')}</th>
            <th scope="col">{say('books.what')}</th>
            <th scope="col" className="r">
              {say('books.captured')}
            </th>
            <th scope="col" className="r">
              {say('books.billed')}
            </th>
            <th scope="col" className="r">
              {say('books.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, number, why, isOpen, capturedMinor, billedMinor, pricedMinor, currency }) => (
            <tr key={id} className={isOpen ? 'is-bad' : 'is-warn'}>
              <td>
                <SessionLink number={number} />
              </td>
              <td className="lab wide-s" data-label={say('books.what')}>
                <span className={isOpen ? 'st st--off' : 'st st--warn'}>
                  <Icon name={isOpen ? 'circle-alert' : 'triangle-alert'} />
                  {why && say(`books.why.${why}`)}
                </span>
                <small>{say(isOpen ? 'books.needs' : 'books.isExplained')}</small>
              </td>
              <td className="r lab" data-label={say('books.captured')}>
                {money(capturedMinor, currency)}
              </td>
              <td className="r lab" data-label={say('books.billed')}>
                {money(billedMinor, currency)}
              </td>
              <td className="r lab" data-label={say('books.difference')}>
                <b>{money(capturedMinor - pricedMinor, currency)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A page of those that agree, the newest first. */
export function Agreeing({ book, isLater }: { book: Book; isLater: boolean }) {
  const { say, money, energy } = useWords();
  if (book.agree.length === 0) return null;
  const address = `/operator/books/${book.period}`;
  return (
    <section className="blk" aria-labelledby="agree">
      <div className="blk__h">
        <h2 id="agree">{say('books.agree')}</h2>
      </div>
      <table className="board board--fold">
        <thead>
          <tr>
            <th scope="col">{say('books.session')}</th>
            <th scope="col">{say('books.document')}</th>
            <th scope="col" className="r">
              {say('books.energy')}
            </th>
            <th scope="col" className="r">
              {say('books.captured')}
            </th>
          </tr>
        </thead>
        <tbody>
          {book.agree.map(line => (
            <tr key={line.id}>
              <td>
                <SessionLink number={line.number} />
              </td>
              <td className="lab wide-s" data-label={say('books.document')}>
                {line.document ?? '–'}
              </td>
              <td className="r lab" data-label={say('books.energy')}>
                {energy(line.energyWh)}
              </td>
              <td className="r lab" data-label={say('books.captured')}>
                <b>{money(line.capturedMinor, line.currency)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="row">
        {isLater && <a href={address}>{say('books.latest')}</a>}
        {book.next !== null && <a href={`${address}?before=${encodeURIComponent(book.next)}`}>{say('books.earlier')}</a>}
      </p>
    </section>
  );
}
