import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, Plug } from '../../../../shared/charging.ts';
import { Disclosure } from '../../../components/control/Disclosure.tsx';
import { Figure } from '../../../components/figure/Figure.tsx';
import { Section } from '../../../components/layout/Columns.tsx';
import { Rows } from '../../../components/text/Rows.tsx';
import { Tag } from '../../../components/text/Tag.ts';
import { Hidden, Lead, Num, Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { TariffTable } from './TariffTable.tsx';
import { mainKind, type PriceWords, usePrices } from './usePrices.ts';

/** What charging costs now, before anything is asked; all other prices behind one line. */
export function PriceNow({ point, plug }: { point: ChargingPoint; plug: Plug }) {
  const { t } = useTranslation();
  const prices = usePrices(point);
  const main = mainKind(plug.prices.now);
  const words = prices(plug.prices.now);
  const first = words.find(({ kind }) => kind === main);
  return (
    <Section aria-labelledby="prices-title">
      <h2 id="prices-title">
        {t('tariff.title')} <Tag>{t('tariff.now')}</Tag>
      </h2>
      <MainPrice>
        <Hidden>{first?.label}: </Hidden>
        <Figure unit={first?.unit ?? first?.label}>{first?.price}</Figure>
      </MainPrice>
      <Rows rows={words.filter(({ kind }) => kind !== main).map(price => priceRow(price, t('tariff.none')))} />
      <Small>{t('tariff.inclVat')}</Small>
      <Disclosure summary={t('tariff.all')}>
        <TariffTable point={point} table={plug.prices} />
      </Disclosure>
    </Section>
  );
}

export function FreePrice({ point }: { point: ChargingPoint }) {
  const { t } = useTranslation();
  const format = useFormat(point);
  return (
    <Section aria-labelledby="prices-title">
      <h2 id="prices-title">{t('tariff.title')}</h2>
      <MainPrice>
        <Figure>{format.money(0, point.currency)}</Figure>
      </MainPrice>
      <Lead>{t('tariff.free')}</Lead>
    </Section>
  );
}

export function priceRow({ label, price, unit, notes }: PriceWords, none: string) {
  const value = price !== null && unit !== null ? `${price} ${unit}` : price;
  return {
    label,
    value: <Num>{value ?? none}</Num>,
    note: notes.length > 0 && notes.map(text => <Line key={text}>{text}</Line>),
  };
}

const Line = styled.span`
  display: block;
`;

const MainPrice = styled.p`
  padding-block: var(--s1) var(--s3);
`;
