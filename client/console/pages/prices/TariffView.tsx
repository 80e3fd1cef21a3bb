import type { TariffShown } from '../../../../shared/console/prices.ts';
import type { PricePeriod, PriceTable } from '../../../../shared/model/tariff.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';

/** The weekly prices and the fees of a tariff, and its announced later versions. */
export function TariffView({ tariff: { id, version, table, at, announced } }: { tariff: TariffShown }) {
  const { t, dateTime } = useWords();
  const { drivers } = useConsole();
  return (
    <>
      <section className="blk" aria-labelledby="tariff">
        <div className="blk__h">
          <h2 id="tariff">{t('prices.asDrivers', { tariff: id })}</h2>
          <a href={`${drivers}/${at.clientId}/evse/${encodeURIComponent(at.evseId)}?plug=${at.connector}`}>
            {t('prices.seeAsDriver')}
          </a>
        </div>
        <Week table={table} />
        <Fees table={table} />
        <p className="small muted">
          {t('prices.shownAt', {
            evse: at.evseId,
            plug: at.connector,
            power: { powerW: at.powerW },
            version: version.slice(0, 8),
          })}
        </p>
      </section>
      <Block name={t('prices.announced')}>
        {announced.length === 0 && <p className="muted">{t('prices.announcedNone')}</p>}
        {announced.map(each => (
          <div key={each.from}>
            <h3>
              {t('prices.since')} {each.from && dateTime(each.from)}
            </h3>
            <Week table={each.table} />
            <Fees table={each.table} />
          </div>
        ))}
        {announced.length > 0 && <p className="small muted">{t('prices.note')}</p>}
      </Block>
    </>
  );
}

function Week({ table: { days, currency, today } }: { table: PriceTable }) {
  const { t, unitPrice } = useWords();
  return (
    <table className="board">
      <caption>{t('prices.perKwh')}</caption>
      <tbody>
        {days.map(({ day, periods }) => (
          <tr key={day}>
            <th scope="row">
              {t(`prices.day.${day}`)}
              {day === today && <small>{t('prices.today')}</small>}
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

/** All prices except that of energy. A fee that applies in several periods is listed once. */
function Fees({ table: { days, currency } }: { table: PriceTable }) {
  const { t, unitPrice, money } = useWords();
  const feesOf = ({ timeMicro, start, blocking, occupancy }: PricePeriod) => [
    ...(timeMicro === null ? [] : [{ name: t('prices.fee.time'), micro: timeMicro, limit: null }]),
    ...(start ? [{ name: t('prices.fee.start'), micro: start.amountMicro, limit: null }] : []),
    ...(blocking
      ? [
          {
            name: t('prices.fee.blocking', { minutes: blocking.afterMinutes }),
            micro: blocking.amountMicro,
            limit: blocking.maxMinor,
          },
        ]
      : []),
    ...(occupancy
      ? [
          {
            name: t('prices.fee.occupancy', { minutes: occupancy.afterMinutes }),
            micro: occupancy.amountMicro,
            limit: occupancy.maxMinor,
          },
        ]
      : []),
  ];
  const all = days.flatMap(({ periods }) => periods.flatMap(feesOf));
  const fees = [...new Map(all.map(fee => [JSON.stringify(fee), fee])).values()];
  return (
    <dl className="rows">
      {fees.map(({ name, micro, limit }) => (
        <div key={name + micro}>
          <dt>
            {name}
            {limit !== null && <small>{t('prices.most', { amount: money(limit, currency) })}</small>}
          </dt>
          <dd>{unitPrice(micro, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
