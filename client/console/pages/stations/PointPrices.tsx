import type { OperatedPoint, PointPrice } from '../../../../shared/console/point.ts';
import type { PriceTable } from '../../../../shared/model/tariff.ts';
import { daySteps, timeOfMinute } from '../../../components/figure/dayScale.ts';
import { useMayOperate } from '../../core/ConsoleContext.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { changePricePath, pricePath } from '../../parts/pricePaths.ts';
import { FeeRows } from '../prices/FeeRows.tsx';
import { useFees } from '../prices/fees.ts';

/** What charging costs at a point: the price per kWh with the hours of today, and the fees. */
export function PointPrices({ operated: { point, prices } }: { operated: Pick<OperatedPoint, 'point' | 'prices'> }) {
  const { t } = useWords();
  return (
    <Block name={t('stations.point.prices')}>
      {prices.map(price => (
        <Price key={price.tariff} price={price} isOurs={point.kind !== 'ocpi'} />
      ))}
    </Block>
  );
}

function Price({ price: { tariff, table }, isOurs }: { price: PointPrice; isOurs: boolean }) {
  const { t } = useWords();
  const mayOperate = useMayOperate();
  return (
    <>
      {table ? <Table table={table} /> : <p className="muted">{t('prices.remark.not-now')}</p>}
      <p className="row">
        <a className="link" href={pricePath(tariff)}>
          {tariff}
        </a>
        {mayOperate && isOurs && (
          <a className="link" href={changePricePath(tariff)}>
            {t('stations.point.changePrice')}
            <span className="vh"> {tariff}</span>
          </a>
        )}
      </p>
    </>
  );
}

function Table({ table }: { table: PriceTable }) {
  const { t, unitPrice } = useWords();
  const fees = useFees(table);
  const { currency, now, days, today } = table;
  const steps = daySteps(days.find(({ day }) => day === today)?.periods ?? []);
  return (
    <>
      <p>
        <b>
          {now.energyMicro === 0
            ? t('prices.energyFree')
            : t('stations.point.perKwh', { price: unitPrice(now.energyMicro, currency) })}
        </b>
        {steps.length > 1 && <span className="muted"> {t('stations.point.priceNow')}</span>}
      </p>
      <dl className="rows">
        {steps.length > 1 &&
          steps.map(({ fromMinute, toMinute, micro }) => (
            <div key={fromMinute}>
              <dt>{`${timeOfMinute(fromMinute)}–${timeOfMinute(toMinute)}`}</dt>
              <dd>{unitPrice(micro, currency)}</dd>
            </div>
          ))}
        <FeeRows fees={fees} />
      </dl>
    </>
  );
}
