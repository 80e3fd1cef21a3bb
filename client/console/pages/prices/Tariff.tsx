import type { Calculated, PriceRemark, Prices, TariffShown } from '../../../../shared/console/prices.ts';
import type { ConsolePage, ConsoleRequest, Shown } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { PRICES_PATH } from '../../parts/pricePaths.ts';
import { Calculator, type Typed } from './Calculator.tsx';
import { TariffView } from './TariffView.tsx';

/** Shows a tariff and the price calculator. The calculator's input is in the query, so that a result can be shared as a link. */
export const tariffPage: ConsolePage = { path: '/prices/:tariff', tab: 'prices', show };

const DONE = ['change', 'request', 'confirm', 'decline', 'withdraw'] as const;

async function show({ operating, params, query }: ConsoleRequest): Promise<Shown> {
  const { shown, remarks } = await operating.getPrices({ tariff: params.tariff ?? '' });
  if (!shown) return null;
  const { kwh = '', from = '', min = '' } = query;
  const energyWh = Math.round(Number(kwh.replace(',', '.')) * 1000) || 0;
  const minutes = /^\d{1,5}$/.test(min) ? Number(min) : undefined;
  const calculated =
    kwh !== '' && from !== ''
      ? await operating.calculate({ tariff: shown.id, energyWh, from, ...(minutes && { minutes }) })
      : undefined;
  return {
    title: 'frame.nav.prices',
    content: (
      <TariffPage
        tariff={shown}
        remarks={remarks}
        typed={{ kwh, from, min }}
        calculated={calculated}
        done={DONE.find(done => done === query.done) ?? null}
      />
    ),
  };
}

interface TariffPageProps extends Pick<Prices, 'remarks'> {
  tariff: TariffShown;
  typed: Typed;
  /** Result of the price calculator. Undefined: nothing was typed. Null: the price cannot be calculated. */
  calculated: Calculated | null | undefined;
  /** The action that was just performed. Null: none. */
  done: (typeof DONE)[number] | null;
}

function TariffPage({ tariff, remarks, typed, calculated, done }: TariffPageProps) {
  const { t } = useWords();
  return (
    <>
      <Crumb to={PRICES_PATH}>{t('frame.nav.prices')}</Crumb>
      <div className="page-head">
        <div>
          <h1>{tariff.id}</h1>
          <SoldAt tariff={tariff} />
        </div>
      </div>
      {done && (
        <div className="note note--success" role="status">
          <Icon name="circle-check" />
          <div>
            <b>{done === 'change' ? <ChangedFrom tariff={tariff} /> : t(`prices.done.${done}`)}</b>
          </div>
        </div>
      )}
      <div className="cols">
        <div>
          <TariffView tariff={tariff} />
          <Remarks remarks={remarks} />
        </div>
        <Calculator tariff={tariff} typed={typed} calculated={calculated} />
      </div>
    </>
  );
}

/** Says from when the prices of the last change apply. */
function ChangedFrom({ tariff }: { tariff: TariffShown }) {
  const { t, text } = useWords();
  const changes = tariff.announced.flatMap(({ from, changed }) => (from && changed ? [{ from, at: changed.at }] : []));
  const last = changes.sort((a, b) => a.at.localeCompare(b.at)).at(-1);
  if (!last || (tariff.changed && tariff.changed.at > last.at)) return t('prices.done.change');
  return text({ key: 'prices.done.changeFrom', values: { from: { moment: last.from, zone: tariff.at.timeZone } } });
}

export function SoldAt({ tariff: { plugs, places } }: { tariff: Pick<TariffShown, 'plugs' | 'places'> }) {
  const { t } = useWords();
  return (
    <p>{t('prices.soldAt', { plugs: t('prices.atPlugs', { count: plugs }), places: t('prices.atPlaces', { count: places }) })}</p>
  );
}

function Remarks({ remarks }: { remarks: readonly PriceRemark[] }) {
  const { t } = useWords();
  return (
    <Block name={t('prices.remarks')}>
      {remarks.length === 0 ? (
        <p className="st st--ok">
          <Icon name="circle-check" />
          {t('prices.remark.nothing')}
        </p>
      ) : (
        remarks.map(remark => (
          <p key={remark} className="st st--warn">
            <Icon name="triangle-alert" />
            {t(`prices.remark.${remark}`)}
          </p>
        ))
      )}
    </Block>
  );
}
