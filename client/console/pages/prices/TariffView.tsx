import type { TariffShown } from '../../../../shared/console/prices.ts';
import type { PricePeriod, PriceTable } from '../../../../shared/model/tariff.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';

/** The week and the fees of a tariff, and what is announced. */
export function TariffView({ tariff: { id, version, table, at, announced } }: { tariff: TariffShown }) {
  const { say, dateTime } = useWords();
  const { drivers } = useConsole();
  return (
    <>
      <section className="blk" aria-labelledby="tariff">
        <div className="blk__h">
          <h2 id="tariff">{say('prices.asDrivers', { tariff: id })}</h2>
          <a href={`${drivers}/${at.clientId}/evse/${encodeURIComponent(at.evseId)}?plug=${at.connector}`}>
            {say('prices.seeAsDriver')}
          </a>
        </div>
        <Week table={table} />
        <Fees table={table} />
        <p className="small muted">
          {say('prices.shownAt', {
            evse: at.evseId,
            plug: at.connector,
            power: { powerW: at.powerW },
            version: version.slice(0, 8),
          })}
        </p>
      </section>
      <Block name={say('prices.announced')}>
        {announced.length === 0 && <p className="muted">{say('prices.announcedNone')}</p>}
        {announced.map(each => (
          <div key={each.from}>
            <h3>
              {say('prices.since')} {dateTime(each.from)}
            </h3>
            <Week table={each.table} />
            <Fees table={each.table} />
          </div>
        ))}
        {announced.length > 0 && <p className="small muted">{say('prices.note')}</p>}
      </Block>
    </>
  );
}

function Week({ table: { days, currency, today } }: { table: PriceTable }) {
  const { say, unitPrice } = useWords();
  return (
    <table className="board">
      <caption>{say('prices.perKwh')}</caption>
      <tbody>
        {days.map(({ day, periods }) => (
          <tr key={day}>
            <th scope="row">
              {say(`prices.day.${day}`)}
              {day === today && <small>{say('prices.today')}</small>}
            </th>
            <td>
              {periods.map(({ from, to, energyMicro }) => (
                <span key={from} className="tag tag--q">
                  <b>{unitPrice(energyMicro, currency)}</b> {from}–{to}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Fees beside energy: what any part of the week charges, each once. */
function Fees({ table: { days, currency } }: { table: PriceTable }) {
  const { say, unitPrice, money } = useWords();
  const feesOf = ({ timeMicro, start, blocking, occupancy }: PricePeriod) => [
    ...(timeMicro === null ? [] : [{ name: say('prices.fee.time'), micro: timeMicro, most: null }]),
    ...(start ? [{ name: say('prices.fee.start'), micro: start.amountMicro, most: null }] : []),
    ...(blocking
      ? [
          {
            name: say('prices.fee.blocking', { minutes: blocking.afterMinutes }),
            micro: blocking.amountMicro,
            most: blocking.maxMinor,
          },
        ]
      : []),
    ...(occupancy
      ? [
          {
            name: say('prices.fee.occupancy', { minutes: occupancy.afterMinutes }),
            micro: occupancy.amountMicro,
            most: occupancy.maxMinor,
          },
        ]
      : []),
  ];
  const all = days.flatMap(({ periods }) => periods.flatMap(feesOf));
  const fees = [...new Map(all.map(fee => [JSON.stringify(fee), fee])).values()];
  return (
    <dl className="rows">
      {fees.map(({ name, micro, most }) => (
        <div key={name + micro}>
          <dt>
            {name}
            {most !== null && <small>{say('prices.most', { amount: money(most, currency) })}</small>}
          </dt>
          <dd>{unitPrice(micro, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
