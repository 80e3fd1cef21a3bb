import type { Calculated, PriceRemark, Prices, TariffSold } from '../../../../shared/console/prices.ts';
import type { ConsoleAsk, ConsolePage, Shown } from '../../consolePage.ts';
import { Icon } from '../../Icon.tsx';
import { Block } from '../../parts/Block.tsx';
import { useWords } from '../../words.ts';
import { Calculator, type Typed } from './Calculator.tsx';
import { TariffView } from './TariffView.tsx';

export const allPricesPage: ConsolePage = { path: '/prices', tab: 'prices', show };
export const pricesPage: ConsolePage = { path: '/prices/:tariff', tab: 'prices', show };

/** Each tariff as drivers see it; what it would cost is asked by the address, so that a result can be sent as a link. */
async function show({ operating, params, query }: ConsoleAsk): Promise<Shown> {
  const prices = await operating.getPrices(params.tariff === undefined ? {} : { tariff: params.tariff });
  if (params.tariff !== undefined && !prices.shown) return null;
  const { kwh = '', from = '', min = '' } = query;
  const isAsked = kwh !== '' && from !== '' && prices.shown !== null;
  const energyWh = Math.round(Number(kwh.replace(',', '.')) * 1000) || 0;
  const minutes = /^\d{1,5}$/.test(min) ? Number(min) : undefined;
  const calculated = isAsked
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
  /** Undefined: nothing was asked. Null: it cannot be told. */
  calculated: Calculated | null | undefined;
}

function PricesView({ prices: { tariffs, shown }, typed, calculated }: PricesViewProps) {
  const { say } = useWords();
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{say('frame.nav.prices')}</h1>
          <p>{say('prices.lead', { count: tariffs.length })}</p>
        </div>
      </div>
      {!shown && <p className="muted">{say('prices.none')}</p>}
      <nav className="filters" aria-label={say('frame.nav.prices')}>
        {tariffs.map(({ id, plugs, remarks }) => (
          <a key={id} href={addressOf(id)} aria-current={id === shown?.id ? 'true' : undefined}>
            {remarks.length > 0 && <Icon name="triangle-alert" />}
            {id} <span className="dim">{plugs}</span>
          </a>
        ))}
      </nav>
      {shown && (
        <div className="cols">
          <div>
            <TariffView tariff={shown} />
            <Remarks tariffs={tariffs} />
          </div>
          <Calculator tariff={shown} typed={typed} calculated={calculated} />
        </div>
      )}
    </>
  );
}

const addressOf = (id: string): string => `/operator/prices/${encodeURIComponent(id)}`;

function Remarks({ tariffs }: { tariffs: readonly TariffSold[] }) {
  const { say } = useWords();
  const remarked = tariffs.flatMap(({ id, remarks }) =>
    remarks.map((remark): { id: string; remark: PriceRemark } => ({ id, remark })),
  );
  return (
    <Block name={say('prices.remarks')}>
      {remarked.length === 0 ? (
        <p className="st st--ok">
          <Icon name="circle-check" />
          {say('prices.remark.nothing')}
        </p>
      ) : (
        <dl className="rows">
          {remarked.map(({ id, remark }) => (
            <div key={id + remark}>
              <dt>
                <a href={addressOf(id)}>{id}</a>
              </dt>
              <dd>{say(`prices.remark.${remark}`)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Block>
  );
}
