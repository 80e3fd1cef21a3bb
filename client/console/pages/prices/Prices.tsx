import type { Calculated, PriceRemark, Prices, TariffSold } from '../../../../shared/console/prices.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Calculator, type Typed } from './Calculator.tsx';
import { TariffView } from './TariffView.tsx';

export const allPricesPage: ConsolePage = { path: '/prices', tab: 'prices', show };
export const pricesPage: ConsolePage = { path: '/prices/:tariff', tab: 'prices', show };

/**
 * Shows the tariffs as drivers see them, and the price calculator. Its input is in the query, so that a result can be shared as
 * a link.
 */
async function show({ operating, params, query }: ConsoleRequest): Promise<Shown> {
  const { after } = query;
  const wanted = { ...(params.tariff === undefined ? {} : { tariff: params.tariff }), ...(after ? { after } : {}) };
  const prices = await operating.getPrices(wanted);
  if (params.tariff !== undefined && !prices.shown) return null;
  const { kwh = '', from = '', min = '' } = query;
  const hasInput = kwh !== '' && from !== '' && prices.shown !== null;
  const energyWh = Math.round(Number(kwh.replace(',', '.')) * 1000) || 0;
  const minutes = /^\d{1,5}$/.test(min) ? Number(min) : undefined;
  const calculated = hasInput
    ? await operating.calculate({ tariff: prices.shown?.id ?? '', energyWh, from, ...(minutes && { minutes }) })
    : undefined;
  return {
    title: 'frame.nav.prices',
    content: <PricesView prices={prices} typed={{ kwh, from, min }} calculated={calculated} />,
  };
}

interface PricesViewProps {
  prices: Prices;
  typed: Typed;
  /** Result of the price calculator. Undefined: nothing was typed. Null: the price cannot be calculated. */
  calculated: Calculated | null | undefined;
}

function PricesView({ prices: { tariffs, after, next, shown }, typed, calculated }: PricesViewProps) {
  const { t } = useWords();
  const isWhole = after === '' && next === null;
  const [first = '', last = ''] = [tariffs[0]?.id, tariffs.at(-1)?.id];
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t('frame.nav.prices')}</h1>
          <p>{isWhole ? t('prices.lead', { count: tariffs.length }) : t('prices.part', { first, last })}</p>
        </div>
      </div>
      {!shown && <p className="muted">{t('prices.none')}</p>}
      <nav className="filters" aria-label={t('frame.nav.prices')}>
        {after !== '' && <a href="/operator/prices">{t('prices.first')}</a>}
        {tariffs.map(({ id, plugs, remarks }) => (
          <a key={id} href={addressOf(id, after)} aria-current={id === shown?.id ? 'true' : undefined}>
            {remarks.length > 0 && <Icon name="triangle-alert" />}
            {id} <span className="dim">{plugs}</span>
          </a>
        ))}
        {next !== null && (
          <a href={`/operator/prices?${new URLSearchParams({ after: next })}`}>
            {t('prices.next')}
            <Icon name="chevron-right" />
          </a>
        )}
      </nav>
      {shown && (
        <div className="cols">
          <div>
            <TariffView tariff={shown} />
            <Remarks tariffs={tariffs} after={after} />
          </div>
          <Calculator tariff={shown} after={after} typed={typed} calculated={calculated} />
        </div>
      )}
    </>
  );
}

const addressOf = (id: string, after: string): string =>
  `/operator/prices/${encodeURIComponent(id)}${after === '' ? '' : `?${new URLSearchParams({ after })}`}`;

function Remarks({ tariffs, after }: { tariffs: readonly TariffSold[]; after: string }) {
  const { t } = useWords();
  const remarked = tariffs.flatMap(({ id, remarks }) =>
    remarks.map((remark): { id: string; remark: PriceRemark } => ({ id, remark })),
  );
  return (
    <Block name={t('prices.remarks')}>
      {remarked.length === 0 ? (
        <p className="st st--ok">
          <Icon name="circle-check" />
          {t('prices.remark.nothing')}
        </p>
      ) : (
        <dl className="rows">
          {remarked.map(({ id, remark }) => (
            <div key={id + remark}>
              <dt>
                <a href={addressOf(id, after)}>{id}</a>
              </dt>
              <dd>{t(`prices.remark.${remark}`)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Block>
  );
}
