import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import type { LineKind } from '../../../../shared/model/tariff.ts';
import { Disclosure } from '../../../components/control/Disclosure.tsx';
import { Figure } from '../../../components/figure/Figure.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { Icon, type IconName } from '../../../components/text/Icon.tsx';
import { Hidden, Lead, Num, Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { Estimator } from '../estimate/Estimator.tsx';
import type { Estimating } from '../estimate/useEstimates.ts';
import type { Costs } from '../parts/costs.ts';
import { LaterPrices } from './laterPrices.ts';
import * as S from './PriceNow.styles.ts';
import { isFlat, nextPeriod, type PriceFacts } from './priceDays.ts';
import { costsNothing, mainKind, type ShownPrice, useMainPrice, usePrices } from './usePrices.ts';

interface PlugPrices {
  point: ChargingPoint;
  plug: Plug;
}

interface PriceNowProps extends PlugPrices {
  /** Time at which the page was loaded, ISO 8601. */
  at: string;
  /** The cost estimates. `costs` is null if the server offers none. */
  estimating: Omit<Estimating, 'costs'> & { costs: Costs | null };
  /** The chosen hold in minor units. */
  limit: number | null;
}

/** The current prices, a picture of today's prices, and a fold with all prices and a cost estimate. */
export function PriceNow({ point, plug, at, estimating, limit }: PriceNowProps) {
  const { t } = useTranslation();
  const table = plug.prices;
  const first = useMainPrice(point)(table.now);
  const fees = useFees(point, plug);
  const included = first?.kind !== 'energy' && table.now.energyMicro === 0;
  const { costs, isAsking, choose } = estimating;
  const { nextPrices } = plug;
  const hasMore = nextPrices !== undefined || !isFlat(table) || table.now.occupancy !== null || table.now.blocking !== null;
  const all = <Pictures part="week" point={point} table={table} next={nextPrices} at={at} />;
  return (
    <Section aria-labelledby="prices-title">
      <Hidden as="h2" id="prices-title">
        {t('tariff.title')}
      </Hidden>
      <S.MainPrice>
        <Hidden>{first?.label}: </Hidden>
        <Figure unit={first?.unit ?? first?.label}>{first?.price}</Figure>
        <S.Side>
          <small>{t('tariff.inclVatShort')}</small>
          <NextPrice point={point} plug={plug} />
        </S.Side>
      </S.MainPrice>
      <Pictures part="today" point={point} table={table} at={at} />
      {(fees.length > 0 || included) && <Fees fees={fees} included={included} />}
      {fees.length === 0 && !included && isFlat(table) && <Small>{t('tariff.noFees')}</Small>}
      {costs ? (
        <Estimator
          point={point}
          plug={plug}
          limit={limit}
          costs={costs}
          isAsking={isAsking}
          choose={choose}
          prices={hasMore ? all : null}
        />
      ) : (
        hasMore && <Disclosure summary={t('tariff.all')}>{all}</Disclosure>
      )}
    </Section>
  );
}

/** Pictures of the prices. Their code is loaded with the data of a page that has a chosen plug. */
function Pictures(props: PriceFacts & { part: 'today' | 'week' }) {
  const { component: AllPrices } = LaterPrices;
  return <AllPrices {...props} />;
}

const FEE_ICONS: Readonly<Record<LineKind, IconName>> = {
  energy: 'zap',
  time: 'clock',
  start: 'plug-zap',
  blocking: 'circle-parking',
  occupancy: 'circle-parking',
  other: 'info',
};

/**
 * Lists the fees beside the main price. Figure and unit are one string, because "0,10 €" without "per minute" would be
 * misleading. The condition is below the name. `included`: energy costs nothing beside another price.
 */
function Fees({ fees, included }: { fees: readonly ShownPrice[]; included: boolean }) {
  const { t } = useTranslation();
  return (
    <S.Fees>
      {included && (
        <div>
          <Icon name="zap" />
          <dt>{t('tariff.energy')}</dt>
          <dd>{t('tariff.included')}</dd>
        </div>
      )}
      {fees.map(({ kind, label, figure, condition }) => (
        <div key={kind}>
          <Icon name={FEE_ICONS[kind]} />
          <dt>{label}</dt>
          <dd>{figure}</dd>
          {condition && <S.Condition>{condition}</S.Condition>}
        </div>
      ))}
    </S.Fees>
  );
}

/** The next price, for drivers who plug in shortly before the price changes. */
function NextPrice({ point, plug }: PlugPrices) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const mainPrice = useMainPrice(point);
  const next = nextPeriod(plug.prices);
  if (!next) return null;
  const figure = mainPrice(next)?.figure;
  if (figure === mainPrice(plug.prices.now)?.figure) return null;
  return <small>{t('tariff.next', { time: format.clock(next.from), price: figure })}</small>;
}

export function FreePrice() {
  const { t } = useTranslation();
  return (
    <Section aria-labelledby="prices-title">
      <Hidden as="h2" id="prices-title">
        {t('tariff.title')}
      </Hidden>
      <S.FreeLine>
        <Figure>{t('tariff.freeTitle')}</Figure>
        <Icon name="gift" size="xl" />
      </S.FreeLine>
      <Lead>{t('tariff.freeText')}</Lead>
    </Section>
  );
}

/** The fees of an order, beside the main price: "zuzüglich Zeitgebühr 0,02 €/min; …". */
export function PlusFees({ point, plug }: PlugPrices) {
  const { t } = useTranslation();
  const fees = useFees(point, plug);
  if (fees.length === 0) return null;
  return (
    <Small>
      {t('payment.plus')}{' '}
      {fees.map(({ kind, label, figure, notes }, place) => (
        <span key={kind}>
          {place > 0 && '; '}
          {label} <Num>{figure}</Num>
          {notes.map(note => `, ${note}`)}
        </span>
      ))}
    </Small>
  );
}

/** The short form beside the order button, which stays in one line in every language. The fees are above the button. */
export function PlusFeesShort({ point, plug }: PlugPrices): ReactNode {
  const { t } = useTranslation();
  return useFees(point, plug).length > 0 && <S.FeeNames>+ {t('payment.plusFees')}</S.FeeNames>;
}

function useFees(point: ChargingPoint, { prices: { now } }: Plug): readonly ShownPrice[] {
  const prices = usePrices(point);
  const main = mainKind(now);
  return prices(now).filter(({ kind, figure }) => kind !== main && figure !== null && !costsNothing(now, kind));
}
