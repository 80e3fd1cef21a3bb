import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import type { BillLine } from '../../../../shared/model/tariff.ts';
import { MINUTE_MS } from '../../../../shared/model/time.ts';
import { lineName } from '../../../../shared/price/lineArithmetic.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { Rows } from '../../../components/text/Rows.tsx';
import { Num, RichText, Small } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import { type Cost, energyOf } from '../parts/costs.ts';
import { ChosenLimit } from '../parts/LimitPicker.tsx';

interface CostResultProps {
  cost: Cost;
  point: ChargingPoint;
  plug: Plug;
  limit: number | null;
}

/** An estimate on one line: "20 kWh ≈ 9,80 €, etwa 55 min". */
export function CostLine({ cost, point }: Pick<CostResultProps, 'cost' | 'point'>) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const { bill, minutes } = cost.estimate;
  const energyWh = energyOf(cost);
  const amount = format.money(bill.totalMinor, bill.currency);
  const duration = format.duration(minutes * MINUTE_MS);
  if (energyWh === 0) return `${t('estimate.about', { amount })}, ${duration}`;
  const values = { kwh: format.energyNumber(energyWh), amount, duration };
  return <RichText text={t('estimate.line', values)} tags={{ b: inner => <Num as="b">{inner}</Num> }} />;
}

/** The bill lines and notes of an estimate. Also says whether the chosen hold is high enough. */
export function CostResult({ cost, point, plug, limit }: CostResultProps) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const words = useLineWords(point);
  const { bill } = cost.estimate;
  const amount = format.money(bill.totalMinor, bill.currency);
  const lines = bill.lines.map(line => {
    const value = format.money(line.amountMinor, bill.currency);
    // A fee that has reached its maximum is lower than quantity times price, so its line has a note.
    return { label: words(line), value, note: isCapped(line, plug) && t('tariff.cap', { amount: value }) };
  });
  return (
    <Result>
      {lines.length > 1 && <Rows rows={[...lines, { label: t('estimate.total'), value: amount, isTotal: true }]} />}
      <Remarks cost={cost} point={point} />
      <ChosenLimit plug={plug} chosen={limit}>
        {amountMinor =>
          bill.totalMinor > amountMinor && (
            <Beyond>
              <Icon name="triangle-alert" />
              <span>{t('estimate.overHold', { amount: format.money(amountMinor, point.currency) })}</span>
            </Beyond>
          )
        }
      </ChosenLimit>
    </Result>
  );
}

function isCapped({ kind, amountMinor }: BillLine, { prices }: Plug): boolean {
  if (kind !== 'blocking' && kind !== 'occupancy') return false;
  return prices.days.some(({ periods }) => periods.some(period => period[kind]?.maxMinor === amountMinor));
}

function Remarks({ cost, point }: Pick<CostResultProps, 'cost' | 'point'>) {
  const { t } = useTranslation();
  const format = useFormat(point);
  const { requested, estimate } = cost;
  const { blockingFrom } = estimate;
  const fewerWh = energyOf(cost);
  const isCut =
    requested.minutes !== undefined && requested.energyWh !== undefined && fewerWh > 0 && fewerWh < requested.energyWh;
  return (
    <>
      {isCut && <Small>{t('estimate.tooMuch', { kwh: format.energyNumber(fewerWh) })}</Small>}
      {blockingFrom && (
        <Small>
          {t(`estimate.${blockingFrom.kind}From`, { minutes: blockingFrom.minutes, time: format.time(blockingFrom.at) })}{' '}
          {requested.minutes !== undefined &&
            requested.minutes <= blockingFrom.minutes &&
            t(`estimate.${blockingFrom.kind}Avoided`)}
        </Small>
      )}
    </>
  );
}

/** Returns a function that writes a bill line: "Energy: 20 kWh × €0.59". */
function useLineWords(point: ChargingPoint) {
  const { t } = useTranslation();
  const format = useFormat(point);
  return (line: BillLine) => {
    const { quantity, unitPriceMicro } = line;
    const words = t(`estimate.line.${lineName(line)}`, {
      kwh: format.energyNumber(quantity),
      minutes: format.number(quantity / 60, quantity % 60 === 0 ? 0 : 2),
      price: format.unitPrice(unitPriceMicro, point.currency),
    });
    // A long line wraps before "×", not within the factor.
    const [amount = '', factor] = words.split(' × ');
    return (
      <>
        {amount} {factor && <Num>× {factor}</Num>}
      </>
    );
  };
}

const Result = styled.div`
  > * + * {
    margin-top: var(--s2);
  }
  dl {
    font-size: var(--t-sm);
  }
`;

const Beyond = styled.span`
  display: flex;
  gap: var(--s2);
  padding-top: var(--s3);
  font-weight: 600;
  svg {
    color: var(--warning);
  }
`;
