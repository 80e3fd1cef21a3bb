import type { Book, BookNumbers, BookVat } from '../../../../shared/console/books.ts';
import { Icon } from '../../Icon.tsx';
import { Block } from '../../parts/Block.tsx';
import { useWords } from '../../words.ts';

export function Vat({ groups }: { groups: readonly BookVat[] }) {
  const { say, money, percent: percentWords } = useWords();
  if (groups.length === 0) return null;
  return (
    <Block name={say('books.vat')}>
      {groups.map(({ currency, country, percent, netMinor, vatMinor, grossMinor }) => {
        const rate = `${country.toUpperCase()} ${percentWords(percent)}`;
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
export function TakeAlong({ book: { period, sums, documents, payouts } }: { book: Book }) {
  const { say } = useWords();
  const address = `/operator/books/${period}`;
  return (
    <Block name={say('books.take')}>
      <ul>
        <li>
          <a className="link" href={`${address}.csv`}>
            <Icon name="download" />
            {say('books.take.csv')}
          </a>
        </li>
        {payouts.length > 0 && (
          <li>
            <a className="link" href={`${address}.payouts`}>
              <Icon name="download" />
              {say('books.take.payouts')}
            </a>
          </li>
        )}
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
    </Block>
  );
}
