import type { Book, BookNumbers, BookVat } from '../../../../shared/console/books.ts';
import { Icon } from '../../Icon.tsx';
import { useWords } from '../../words.ts';

export function Vat({ groups }: { groups: readonly BookVat[] }) {
  const { say, money } = useWords();
  if (groups.length === 0) return null;
  return (
    <section className="blk" aria-labelledby="vat">
      <div className="blk__h">
        <h2 id="vat">{say('books.vat')}</h2>
      </div>
      {groups.map(({ currency, country, percent, netMinor, vatMinor, grossMinor }) => {
        const rate = `${country.toUpperCase()} ${percent} %`;
        return (
          <dl className="rows" key={currency + rate}>
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
    </section>
  );
}

export function Numbers({ numbers }: { numbers: readonly BookNumbers[] }) {
  const { say } = useWords();
  if (numbers.length === 0) return null;
  return (
    <section className="blk" aria-labelledby="numbers">
      <div className="blk__h">
        <h2 id="numbers">{say('books.numbers')}</h2>
      </div>
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
    </section>
  );
}

/** Files of the same day or month. */
export function TakeAlong({ book: { period, sums, documents } }: { book: Book }) {
  const { say } = useWords();
  const address = `/operator/books/${period}`;
  return (
    <section className="blk" aria-labelledby="take">
      <div className="blk__h">
        <h2 id="take">{say('books.take')}</h2>
      </div>
      <ul>
        <li>
          <a className="link" href={`${address}.csv`}>
            <Icon name="download" />
            {say('books.take.csv')}
          </a>
        </li>
        {sums.map(({ currency }) => (
          <li key={currency}>
            <a className="link" href={`${address}.extf?currency=${currency}`}>
              <Icon name="download" />
              {say('books.take.extf', { currency })}
            </a>
          </li>
        ))}
        <li>
          <a className="link" href={`${address}.zip`}>
            <Icon name="download" />
            {say('books.take.zip', { count: documents })}
          </a>
        </li>
      </ul>
    </section>
  );
}
