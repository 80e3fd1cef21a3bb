import type { BookDay, BookPayout } from '../../../../shared/console/books.ts';
import { Icon } from '../../Icon.tsx';
import { useWords } from '../../words.ts';

export function Days({ days }: { days: readonly BookDay[] }) {
  const { say, money, energy, date } = useWords();
  if (days.length === 0) return null;
  return (
    <section className="blk" aria-labelledby="days">
      <div className="blk__h">
        <h2 id="days">{say('books.days')}</h2>
      </div>
      <table className="board board--fold">
        <thead>
          <tr>
            <th scope="col">{say('books.day')}</th>
            <th scope="col" className="r">
              {say('books.energy')}
            </th>
            <th scope="col" className="r">
              {say('books.billed')}
            </th>
            <th scope="col" className="r">
              {say('books.captured')}
            </th>
            <th scope="col">{say('books.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {days.flatMap(({ day, sums }) =>
            sums.map(({ currency, energyWh, billedMinor, capturedMinor, open }) => (
              <tr key={day + currency} className={open > 0 ? 'is-bad' : undefined}>
                <td>
                  <a href={`/operator/books/${day}`}>{date(day)}</a>
                </td>
                <td className="r lab" data-label={say('books.energy')}>
                  {energy(energyWh)}
                </td>
                <td className="r lab" data-label={say('books.billed')}>
                  {money(billedMinor, currency)}
                </td>
                <td className="r lab" data-label={say('books.captured')}>
                  <b>{money(capturedMinor, currency)}</b>
                </td>
                <td className="lab wide-s" data-label={say('books.difference')}>
                  <span className={open > 0 ? 'st st--off' : 'st st--ok'}>
                    <Icon name={open > 0 ? 'circle-x' : 'circle-check'} />
                    {open > 0 ? say('books.dayOpen', { count: open }) : say('books.dayAgrees')}
                  </span>
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  );
}

export function Payouts({ payouts }: { payouts: readonly BookPayout[] }) {
  const { say, money, date } = useWords();
  if (payouts.length === 0) return null;
  return (
    <section className="blk" aria-labelledby="payouts">
      <div className="blk__h">
        <h2 id="payouts">{say('books.payouts')}</h2>
      </div>
      <table className="board board--fold">
        <thead>
          <tr>
            <th scope="col">{say('books.arrived')}</th>
            <th scope="col">{say('books.payout')}</th>
            <th scope="col" className="r">
              {say('books.captured')}
            </th>
            <th scope="col" className="r">
              {say('books.refunded')}
            </th>
            <th scope="col" className="r">
              {say('books.fees')}
            </th>
            <th scope="col" className="r">
              {say('books.paid')}
            </th>
            <th scope="col">{say('books.matched')}</th>
          </tr>
        </thead>
        <tbody>
          {payouts.map(each => {
            const isWhole = each.matched === each.rows;
            return (
              <tr key={each.id} className={isWhole ? undefined : 'is-warn'}>
                <td>{date(each.arrivedAt)}</td>
                <td className="mono lab" data-label={say('books.payout')}>
                  {each.id}
                </td>
                <td className="r lab" data-label={say('books.captured')}>
                  {money(each.capturedMinor, each.currency)}
                </td>
                <td className="r lab" data-label={say('books.refunded')}>
                  {money(each.refundedMinor, each.currency)}
                </td>
                <td className="r lab" data-label={say('books.fees')}>
                  {money(each.feeMinor, each.currency)}
                </td>
                <td className="r lab" data-label={say('books.paid')}>
                  <b>{money(each.paidMinor, each.currency)}</b>
                </td>
                <td className="lab wide-s" data-label={say('books.matched')}>
                  <span className={isWhole ? 'st st--ok' : 'st st--warn'}>
                    <Icon name={isWhole ? 'circle-check' : 'triangle-alert'} />
                    {say('books.rows', { matched: each.matched, rows: each.rows })}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
