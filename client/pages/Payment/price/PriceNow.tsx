import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import type { PricePeriod } from '../../../../shared/model/tariff.ts';
import { Disclosure } from '../../../components/control/Disclosure.tsx';
import { Figure } from '../../../components/figure/Figure.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { Hidden, Lead, Num, Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { AllPrices, TodayPrices } from './AllPrices.tsx';
import * as S from './PriceNow.styles.ts';
import { isFlat, nextPeriod } from './priceDays.ts';
import { mainKind, type ShownPrice, usePrices } from './usePrices.ts';

interface PriceNowProps {
  point: ChargingPoint;
  plug: Plug;
  /** Time at which the page was loaded, ISO 8601. */
  at: string;
  /** The cost estimate, shown below the price. */
  children?: ReactNode;
}

/** The current prices. A disclosure contains the prices of other times. */
export function PriceNow({ point, plug, at, children }: PriceNowProps) {
  const { t } = useTranslation();
  const prices = usePrices(point);
  const table = plug.prices;
  const main = mainKind(table.now);
  const words = prices(table.now);
  const first = words.find(({ kind }) => kind === main);
  const fees = words.filter(({ kind, figure }) => kind !== main && figure !== null);
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
        </S.Side>
      </S.MainPrice>
      <NextPrice point={point} plug={plug} />
      <TodayPrices point={point} table={table} at={at} />
      {fees.length > 0 && <Fees fees={fees} />}
      {fees.length === 0 && isFlat(table) && <Small>{t('tariff.noFees')}</Small>}
      {!isFlat(table) && (
        <Disclosure summary={t('tariff.all')}>
          <AllPrices point={point} table={table} at={at} />
        </Disclosure>
      )}
      {children}
    </Section>
  );
}

/**
 * Lists the fees beside the main price. Figure and unit are one string, because "0,10 €" without "per minute" would be
 * misleading. The condition is below them.
 */
function Fees({ fees }: { fees: readonly ShownPrice[] }) {
  return (
    <S.Fees>
      {fees.map(({ kind, label, figure, condition }) => (
        <div key={kind}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
          {condition && <S.Condition>{condition}</S.Condition>}
        </div>
      ))}
    </S.Fees>
  );
}

/** The next price, for drivers who plug in shortly before the price changes. */
function NextPrice({ point, plug }: Pick<PriceNowProps, 'point' | 'plug'>) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const prices = usePrices(point);
  const next = nextPeriod(plug.prices);
  if (!next) return null;
  const figureOf = (period: PricePeriod) => prices(period).find(({ kind }) => kind === mainKind(period))?.figure;
  const figure = figureOf(next);
  if (figure === figureOf(plug.prices.now)) return null;
  return <Small>{t('tariff.next', { time: format.clock(next.from), price: figure })}</Small>;
}

export function FreePrice({ point }: { point: ChargingPoint }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  return (
    <Section aria-labelledby="prices-title">
      <h2 id="prices-title">{t('tariff.title')}</h2>
      <S.MainPrice>
        <Figure>{format.money(0, point.currency)}</Figure>
      </S.MainPrice>
      <Lead>{t('tariff.free')}</Lead>
    </Section>
  );
}

/** All fees of an order beside the main price: "plus time fee 0,02 €/min; …". */
export function PlusFees({ point, plug }: Pick<PriceNowProps, 'point' | 'plug'>) {
  const { t } = useTranslation();
  const prices = usePrices(point);
  const main = mainKind(plug.prices.now);
  const fees = prices(plug.prices.now).filter(({ kind, figure }) => kind !== main && figure !== null);
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
