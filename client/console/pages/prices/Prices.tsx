import type { ImportState, Prices, TariffSold } from '../../../../shared/console/prices.ts';
import type { PriceTable } from '../../../../shared/model/tariff.ts';
import { daySteps, minuteOf } from '../../../components/figure/dayScale.ts';
import { PriceDay } from '../../../components/figure/PriceDay.tsx';
import { addressOf } from '../../core/addressOf.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { FindForm } from '../../parts/FindForm.tsx';
import { PRICES_PATH, pricePath } from '../../parts/pricePaths.ts';
import { useDayWords } from '../../parts/WeekPictures.tsx';
import { useFees } from './fees.ts';

/** Shows all tariffs by brand, each with a strip of today's prices per kWh. All strips of one currency have the same scale. */
export const allPricesPage: ConsolePage = {
  path: '/prices',
  tab: 'prices',
  async show({ operating, query: { after, find, done } }) {
    const prices = await operating.getPrices({ ...(after ? { after } : {}), ...(find ? { find } : {}) });
    const lastImport = await operating.findLastImport();
    const content = <PricesView prices={prices} lastImport={lastImport} hasReverted={done === 'revert'} />;
    return { title: 'frame.nav.prices', content };
  },
};

const todayOf = ({ days, today }: PriceTable) => daySteps(days.find(({ day }) => day === today)?.periods ?? []);

interface PricesProps {
  prices: Prices;
  lastImport: ImportState | null;
  /** True: the person has just reverted the import. */
  hasReverted: boolean;
}

function PricesView({ prices: { tariffs, after, next, find, count }, lastImport, hasReverted }: PricesProps) {
  const { t, unitPrice } = useWords();
  const tables = tariffs.flatMap(({ table }) => table ?? []);
  const scales = scalesOf(tables);
  const scale = [...scales].flatMap(([currency, micro]) => (micro === 0 ? [] : unitPrice(micro, currency))).join(' / ');
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t('frame.nav.prices')}</h1>
          <p>
            {t('prices.lead', { count: count.tariffs })}, {t('prices.plugs', { count: count.plugs })}.{' '}
            {scale && t('prices.scale', { scale })}
          </p>
        </div>
      </div>
      {hasReverted && (
        <div className="note note--success" role="status">
          <Icon name="circle-check" />
          <p>{t('prices.import.done')}</p>
        </div>
      )}
      <FindForm path={PRICES_PATH} label="prices.find" value={find} limit={100} button="prices.search" />
      {tariffs.length === 0 && <p className="muted gap">{t('prices.none')}</p>}
      {[...Map.groupBy(tariffs, ({ brand }) => brand)].map(([brand, own]) => (
        <section key={brand} aria-label={brand}>
          <h2 className="gap">{brand}</h2>
          <ul className="tariffs">
            {own.map(tariff => (
              <Tariff key={tariff.id} tariff={tariff} scales={scales} />
            ))}
          </ul>
        </section>
      ))}
      {(after !== '' || next !== null) && (
        <nav className="pages" aria-label={t('frame.nav.prices')}>
          {after !== '' && <a href={addressOf(PRICES_PATH, { find: find || null })}>{t('prices.first')}</a>}
          {next !== null && <a href={addressOf(PRICES_PATH, { find: find || null, after: next })}>{t('prices.next')}</a>}
        </nav>
      )}
      {lastImport && <LastImport lastImport={lastImport} />}
    </>
  );
}

/** When the operator's files were imported last, with a link to revert the import. */
function LastImport({ lastImport: { at, isReverted, canRevert } }: { lastImport: ImportState }) {
  const { t, dateTime } = useWords();
  return (
    <p className="row gap">
      <span className="muted">{t(isReverted ? 'prices.import.reverted' : 'prices.import', { at: dateTime(at) })}</span>
      {canRevert && <a href="/operator/revert-import">{t('prices.import.revert')}</a>}
    </p>
  );
}

type Scales = ReadonlyMap<PriceTable['currency'], number>;

/** Returns the highest price per kWh of each currency. Tariffs in one currency have one scale. */
function scalesOf(tables: readonly PriceTable[]): Scales {
  const scales = new Map<PriceTable['currency'], number>();
  for (const table of tables)
    scales.set(table.currency, Math.max(scales.get(table.currency) ?? 0, ...todayOf(table).map(({ micro }) => micro)));
  return scales;
}

function Tariff({ tariff, scales }: { tariff: TariffSold; scales: Scales }) {
  const { t } = useWords();
  const { id, plugs, remarks, table, announcedFrom, timeZone, isWaiting } = tariff;
  return (
    <li>
      <a href={pricePath(id)}>
        <span>
          <b>{id}</b>
          <small>
            {t('prices.plugs', { count: plugs })}
            {announcedFrom && (
              <span className="badge badge--warn">
                <Icon name="clock" />
                {t('prices.newFrom', { from: { moment: announcedFrom, zone: timeZone } })}
              </span>
            )}
            {isWaiting && (
              <span className="badge badge--warn">
                <Icon name="users" />
                {t('prices.isWaiting')}
              </span>
            )}
            {remarks.map(remark => (
              <span key={remark} className="badge badge--warn">
                <Icon name="triangle-alert" />
                {t(`prices.remark.${remark}`)}
              </span>
            ))}
          </small>
        </span>
        {table ? <Today tariff={tariff} table={table} highestMicro={scales.get(table.currency) ?? 0} /> : <span />}
        <span className="tariffs__fees">{table && <FeeWords table={table} />}</span>
        <Icon name="chevron-right" />
      </a>
    </li>
  );
}

function Today({ tariff: { clock }, table, highestMicro }: { tariff: TariffSold; table: PriceTable; highestMicro: number }) {
  const { t, unitPrice } = useWords();
  const { sentence } = useDayWords();
  const steps = todayOf(table);
  const write = (micro: number) => unitPrice(micro, table.currency);
  const { timeMicro } = table.now;
  if (steps.every(({ micro }) => micro === 0))
    return <span>{timeMicro === null ? t('prices.energyFree') : t('prices.perMinute', { price: write(timeMicro) })}</span>;
  const [first] = steps;
  // A strip shows when the price changes.
  if (first && steps.every(({ micro }) => micro === first.micro))
    return <span>{t('prices.perKwh', { price: write(first.micro) })}</span>;
  const label = `${sentence(t('prices.todayPerKwh'), steps, undefined, write)} ${t('prices.nowAt', { time: clock })}`;
  return (
    <PriceDay size="row" steps={steps} highestMicro={highestMicro} write={write} label={label} nowMinute={minuteOf(clock)} />
  );
}

/** True if each day has the same prices per kWh. */
const isDaily = ({ days }: PriceTable): boolean =>
  new Set(days.map(({ periods }) => JSON.stringify(daySteps(periods)))).size <= 1;

function FeeWords({ table }: { table: PriceTable }) {
  const { t } = useWords();
  const fees = useFees(table).map(({ name, price, detail }) => [`${name} ${price}`, ...(detail ? [detail] : [])].join(', '));
  const words = fees.length === 0 ? [t('prices.noFees')] : fees;
  return [...words, ...(isDaily(table) ? [] : [t('prices.otherDays')])].join('; ');
}
